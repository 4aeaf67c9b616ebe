import { isDeepStrictEqual } from 'node:util'
import type { AnyErrorCode } from '@tribune/contract/account-errors.ts'
import { type Endpoint, isForCdn, refusalsOf } from '@tribune/contract/endpoint.ts'
import type { ErrorCode } from '@tribune/contract/errors.ts'
import { changedRefusal } from '@tribune/contract/operator/change.ts'
import { schedulerRealtime } from '@tribune/contract/operator/runs.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { withKnownOutcome } from '../infra/database/outcome.ts'
import { callerOf, type PublicReads } from '../infra/snapshots/public-reads.ts'
import { PUBLIC, type Snapshots } from '../infra/snapshots/snapshot.ts'
import type { Clock } from '../kernel/clock.ts'
import { RateWindows } from '../kernel/rate-windows.ts'
import { Refusal } from '../kernel/refusal.ts'
import { refuse } from './errors.ts'
import type { ForeignCheck } from './origins.ts'
import type { Fan, Sessions } from './session.ts'

/** Enough for a fan who changes a pick every quarter of a second. */
const CALLS_PER_MINUTE = 240
/** Rate limit of snapshots for queries that no screen sends. */
const UNUSUAL_PER_MINUTE = 30
const FUNCTIONS = '/api/functions/'
/** Made once: a server at its limit refuses thousands of calls per second. */
const BUSY = new Refusal('busy')
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }
/** Headers of a call that may name the state that it replaces. */
const CONDITIONAL = z.looseObject({
  'if-match': z.string().optional().describe('SHA-256 of the state’s JSON with sorted keys, in hex and quotes'),
})

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : undefined

/** The input of a handler: validated parts of the request, and the fan if the endpoint requires one. */
interface Call<E extends Endpoint> {
  readonly params: Part<E, 'params'>
  readonly query: Part<E, 'query'>
  readonly body: Part<E, 'body'>
  readonly fan: E['access'] extends 'public' ? null : Fan
  /** Whether the query is one of the endpoint's `knownQueries`. */
  readonly isKnown: boolean
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Runs a public read of the database when it is this caller's turn, within their budget. `asked`: number of rows requested by id. */
  readonly read: <T>(work: () => Promise<T>, asked?: number) => Promise<T>
}

type Answer<E extends Endpoint> = z.input<E['output']> | FastifyReply

/** A call of any endpoint, whose parts its schemas have validated. */
interface ValidatedCall extends Pick<Call<Endpoint>, 'isKnown' | 'request' | 'reply' | 'read'> {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly fan: Fan | null
}

/** A handler of any endpoint. */
export type Handler = (call: ValidatedCall) => Promise<unknown>

/**
 * Registers an endpoint of the contract. Checks the caller before the body is read, and validates input and output. While `isBusy`, refuses calls with
 * `busy` before anything else, which costs least. Returns the handler alone, for a call that is validated already.
 */
export type Router = <E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  isBusy?: () => boolean,
) => Handler

/** The router's dependencies. */
interface RouterParts {
  readonly sessions: Sessions
  readonly isForeign: ForeignCheck
  readonly clock: Clock
  readonly reads: PublicReads
  readonly snapshots: Snapshots
}

export function createRouter(app: FastifyInstance, parts: RouterParts): Router {
  const { sessions, isForeign, clock, reads, snapshots } = parts
  const rates = new RateWindows()
  const hooksOf = (endpoint: Endpoint, isBusy?: () => boolean) => {
    const resend = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (clock.offsetMs !== 0 || !snapshots.resend(request, reply.headers(NO_SNIFFING))) done()
    }
    return [authorize(endpoint, sessions, isForeign, rates, isBusy), ...(endpoint.shared === true ? [resend] : [])]
  }
  return <E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>, isBusy?: () => boolean) => {
    // TypeScript cannot resolve `Call<E>` while `E` is open.
    const handle: Handler = (call) => handler(call as Call<E>)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { refusals: refusalsOf(endpoint) },
      schema: {
        summary: endpoint.summary,
        tags: [tagOf(endpoint.path)],
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
        ...(endpoint.state === undefined ? {} : { headers: CONDITIONAL }),
        response: {
          [statusOf(endpoint)]: answerOf(endpoint),
          ...(endpoint.state === undefined ? {} : { 412: changedRefusal }),
        },
      },
      ...(endpoint.isUsual === undefined ? {} : { validatorCompiler: validatorOf(endpoint) }),
      ...(isCompressed(endpoint) ? { compress: {} } : {}),
      ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
      onRequest: hooksOf(endpoint, isBusy),
      handler: async (request, reply) => {
        reply.headers(NO_SNIFFING).status(statusOf(endpoint))
        if (isForCdn(endpoint)) reply.headers(PUBLIC)
        else if (endpoint.method === 'GET') reply.header('cache-control', 'no-store')
        // Phones take the time from this header, so it must follow a clock that a test has moved.
        if (clock.offsetMs !== 0) reply.header('date', clock.now().toUTCString())
        const isKnown = isKnownQuery(endpoint, request.query)
        if (endpoint.knownQueries !== undefined && !isKnown)
          countCall(rates, request, `unusual ${endpoint.path}`, UNUSUAL_PER_MINUTE)
        const asked = {
          params: request.params,
          query: request.query,
          body: request.body,
          fan: request.fan,
          isKnown,
          request,
          reply,
          read: <T>(work: () => Promise<T>, rows?: number) => reads.run(callerOf(request), work, rows),
        }
        return endpoint.method === 'GET' ? handle(asked) : withKnownOutcome(() => handle(asked))
      },
    })
    if (endpoint.path.startsWith(FUNCTIONS)) answerProbes(app, endpoint)
    return handle
  }
}

/** Returns a validator that skips the schema for usual bodies. */
function validatorOf(endpoint: Endpoint): FastifySchemaCompiler<unknown> {
  return (part) => {
    const validate = validatorCompiler(part as Parameters<typeof validatorCompiler>[0])
    if (part.httpPart !== 'body') return validate
    return (body: unknown) => (endpoint.isUsual?.(body) === true ? { value: body } : validate(body))
  }
}

/** Returns whether to compress an answer: not snapshots and files, which are compressed already, nor streams, whose events must not be buffered. */
function isCompressed({ method, shared, stream, output }: Endpoint): boolean {
  return method === 'GET' && shared !== true && stream !== true && !(output instanceof z.ZodFile)
}

/** Status of a call that succeeds: 204 for an answer without a body. */
function statusOf({ output }: Endpoint): number {
  return output instanceof z.ZodVoid ? 204 : 200
}

function answerOf({ output, stream }: Endpoint) {
  return stream === true ? { description: 'Events', content: { 'text/event-stream': { schema: output } } } : output
}

/** Answers the operator's page, which probes functions by OPTIONS (spec section 7). */
function answerProbes(app: FastifyInstance, { path, method }: Endpoint): void {
  app.options(path, { schema: { hide: true } }, async (_request, reply) => {
    return reply.status(204).header('allow', `${method}, OPTIONS`).send()
  })
}

/** Checks the caller before the body is read. Refuses writes from pages of other sites, and calls beyond the rate limit. */
function authorize(
  endpoint: Endpoint,
  sessions: Sessions,
  isForeign: ForeignCheck,
  rates: RateWindows,
  isBusy?: () => boolean,
) {
  const max = limitOf(endpoint)
  const what = `${endpoint.method} ${endpoint.path}`
  const count = (request: FastifyRequest) => {
    if (max !== null) countCall(rates, request, what, max)
  }
  const admit = (request: FastifyRequest, fan: Fan | null) => {
    if (fan === null) throw new Refusal('not_authenticated')
    if (endpoint.access === 'admin' && fan.adminRefusal !== null) throw new Refusal(fan.adminRefusal)
    request.fan = fan
    count(request)
  }
  // Waits only for a session that is read: each promise of a hook costs every request a turn of the loop.
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    if (isBusy?.() === true) {
      refuse(BUSY, request, reply)
      return
    }
    if (endpoint.method !== 'GET' && isForeign(request.headers)) throw new Refusal('foreign_origin')
    const caller = endpoint.access === 'public' ? undefined : sessions.read(request.headers)
    if (caller instanceof Promise) {
      caller.then((fan) => admit(request, fan)).then(() => done(), done)
      return
    }
    if (caller === undefined) count(request)
    else admit(request, caller)
    done()
  }
}

/** Counts a call of a fan, or of the networks of an anonymous caller. Refuses with `too_many_requests` beyond `max` a minute. */
function countCall(rates: RateWindows, { fan, ip }: FastifyRequest, what: string, max: number): void {
  const wait = fan === null ? rates.takeFrom(ip, what, max) : rates.take(`${fan.id} ${what}`, max)
  if (wait > 0) throw new Refusal('too_many_requests')
}

/**
 * Returns the rate limit of writes and functions in calls a minute, `null` for none. `scheduler-realtime` has none, because it is coalesced, and a whole
 * stadium calls it from one address.
 */
function limitOf({ method, path, callsPerMinute = CALLS_PER_MINUTE }: Endpoint): number | null {
  const isFunction = path.startsWith(FUNCTIONS) && path !== schedulerRealtime.path
  return method !== 'GET' || isFunction ? callsPerMinute : null
}

/** Returns whether the endpoint lists this query as one that the app itself sends. */
function isKnownQuery({ knownQueries }: Endpoint, query: unknown): boolean {
  return knownQueries?.some((one) => isDeepStrictEqual(one, query)) ?? false
}

function tagOf(path: string): string {
  const [, root = '', first = '', second = ''] = path.split('/')
  if (root !== 'api') return root
  return first === 'rpc' || first === 'functions' ? `${first}/${second}` : first
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every refusal that the contract declares for a route. */
    refusals?: ReadonlySet<ErrorCode>
  }
  interface FastifyRequest {
    fan: Fan | null
    /** Code of the refusal that answers it. */
    refusal: AnyErrorCode | null
  }
}
