import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** The parts of an endpoint that decide what its call sends. */
type Sent = Pick<Endpoint, 'path' | 'params' | 'query' | 'body'>

/** The params or query of a call, typed as its schema's input: absent if the endpoint has none, optional if all of its fields are. */
type Part<E extends Sent, Name extends 'params' | 'query'> =
  E extends Readonly<Record<Name, infer Schema extends z.ZodType>>
    ? Record<never, never> extends z.input<Schema>
      ? { readonly [_ in Name]?: z.input<Schema> }
      : { readonly [_ in Name]: z.input<Schema> }
    : { readonly [_ in Name]?: never }

/** The body of a call. Required even if all of its fields are optional: the server refuses a call without a body. */
type BodyOf<E extends Sent> =
  E extends Readonly<Record<'body', infer Schema extends z.ZodType>>
    ? { readonly body: z.input<Schema> }
    : { readonly body?: never }

/** Everything that a call of this endpoint sends. */
type Input<E extends Sent> = Part<E, 'params'> & Part<E, 'query'> & BodyOf<E>

/** The state that a call replaces, as its caller saw it. */
export type Seen<E extends Endpoint> =
  E extends Readonly<Record<'state', infer Schema extends z.ZodType>> ? z.input<Schema> : never

/** The last argument of a call: its input and further options. Optional where no input is required. */
export type Arguments<E extends Sent, Options> =
  Record<never, never> extends Input<E> ? [options?: Input<E> & Options] : [options: Input<E> & Options]
