import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

/** One part of an address, by what its schema takes in: left out where the endpoint has none, optional where all of it is. */
type Part<E extends Endpoint, Name extends 'params' | 'query'> =
  E extends Readonly<Record<Name, infer Schema extends z.ZodType>>
    ? Record<never, never> extends z.input<Schema>
      ? { readonly [_ in Name]?: z.input<Schema> }
      : { readonly [_ in Name]: z.input<Schema> }
    : { readonly [_ in Name]?: never }

/** A body is sent even where nothing need stand in it: the server refuses a call that brings none. */
type Body<E extends Endpoint> =
  E extends Readonly<Record<'body', infer Schema extends z.ZodType>>
    ? { readonly body: z.input<Schema> }
    : { readonly body?: never }

/** What a call of this endpoint sends. */
export type Sent<E extends Endpoint> = Part<E, 'params'> & Part<E, 'query'> & Body<E>

/** The last argument of a call that sends this and may say more: it can be left out where nothing must be sent. */
export type Arguments<E extends Endpoint, More> =
  Record<never, never> extends Sent<E> ? [options?: Sent<E> & More] : [options: Sent<E> & More]
