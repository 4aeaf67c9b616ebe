import { isDeepStrictEqual } from 'node:util'
import { type Endpoint, isOwn } from '@tribune/contract/endpoint.ts'
import { schedulerRealtime } from '@tribune/contract/functions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { callerOf, type PublicReads } from '../infra/snapshots/public-reads.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { ForeignCheck } from './origins.ts'
import type { Fan, Sessions } from './session.ts'

/** A fan who changes their mind every quarter of a second for a whole minute stays below. */
const CALLS_PER_MINUTE = 240
/** Shared answers with parameters of their own that an address may have built: no screen asks for any. */
const UNUSUAL_PER_MINUTE = 30
const FUNCTIONS = '/api/functions/'
const CALLERS_REMEMBERED = 50_000
const NO_LIMIT_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }

type RateLimit = ReturnType<FastifyInstance['createRateLimit']>

type Part<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends z.ZodType
  ? z.output<E[K]>
  : undefined

/** What a handler gets: checked input, and the fan where the endpoint asks for one. */
export interface Call<E extends Endpoint> {
  readonly params: Part<E, 'params'>
  readonly query: Part<E, 'query'>
  readonly body: Part<E, 'body'>
  readonly fan: E['access'] extends 'public' ? null : Fan
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Reads what everybody may ask for from the database, when it is this caller's turn and within their budget; `asked`: rows asked for by id. */
  readonly read: <T>(work: () => Promise<T>, asked?: number) => Promise<T>
}

type Answer<E extends Endpoint> = z.input<E['output']> | FastifyReply

/** Registers endpoints of the contract: who may call is checked before the body is read, what leaves is checked too. */
export type Router = <E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>) => void

/** What a router asks to know who calls, and when. */
interface RouterParts {
  readonly sessions: Sessions
  readonly isForeign: ForeignCheck
  readonly clock: Clock
  readonly reads: PublicReads
}

export function createRouter(app: FastifyInstance, { sessions, isForeign, clock, reads }: RouterParts): Router {
  return (endpoint, handler) => {
    const unusual = app.createRateLimit({ ...LIMIT, max: UNUSUAL_PER_MINUTE })
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        tags: [tagOf(endpoint.path)],
        ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
        ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
        ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
        response: { 200: answerOf(endpoint) },
      },
      ...(isCompressed(endpoint) ? { compress: {} } : {}),
      config: { rateLimit: limitOf(endpoint) },
      onRequest: guard(endpoint, sessions, isForeign),
      handler: async (request, reply) => {
        reply.header('x-content-type-options', 'nosniff')
        // A shared answer says itself for how long it holds; any other public one is asked for anew, and read again without a network.
        if (endpoint.method === 'GET') reply.header('cache-control', isOwn(endpoint) ? 'no-store' : 'no-cache')
        // The phone takes the time from this header: where a test has moved the clock, it must say so.
        if (clock.offsetMs !== 0) reply.header('date', clock.now().toUTCString())
        if (isUnusual(endpoint, request.query) && (await exceeds(unusual, request)))
          throw new Refusal('too_many_requests')
        const call = {
          params: request.params,
          query: request.query,
          body: request.body,
          fan: request.fan,
          request,
          reply,
          read: <T>(work: () => Promise<T>, asked?: number) => reads.run(callerOf(request), work, asked),
        }
        return handler(call as unknown as Call<typeof endpoint>)
      },
    })
    if (endpoint.path.startsWith(FUNCTIONS)) answerProbes(app, endpoint)
  }
}

/** Not what is compressed already, nor a stream: an event leaves when it happens, not when a block is full. */
function isCompressed({ method, shared, stream, output }: Endpoint): boolean {
  return method === 'GET' && shared !== true && stream !== true && !(output instanceof z.ZodFile)
}

function answerOf({ output, stream }: Endpoint) {
  return stream === true ? { description: 'Events', content: { 'text/event-stream': { schema: output } } } : output
}

/** The operator's page asks each function whether it is there (spec section 7, OPTIONS probes). */
function answerProbes(app: FastifyInstance, { path, method }: Endpoint): void {
  app.options(path, { schema: { hide: true } }, async (_request, reply) => {
    return reply.status(204).header('allow', `${method}, OPTIONS`).send()
  })
}

/** Decides who may call before the body is read. What changes something is not taken from a page of another site. */
function guard(endpoint: Endpoint, sessions: Sessions, isForeign: ForeignCheck) {
  return async (request: FastifyRequest) => {
    if (endpoint.method !== 'GET' && isForeign(request.headers)) throw new Refusal('foreign_origin')
    if (endpoint.access !== 'public') request.fan = await allowed(endpoint, sessions, request)
  }
}

async function allowed(endpoint: Endpoint, sessions: Sessions, request: FastifyRequest): Promise<Fan> {
  const fan = await sessions.read(request.headers)
  if (fan === null) throw new Refusal('not_authenticated')
  if (endpoint.access === 'admin' && fan.adminRefusal !== null) throw new Refusal(fan.adminRefusal)
  return fan
}

const LIMIT = {
  timeWindow: '1 minute',
  cache: CALLERS_REMEMBERED,
  addHeaders: NO_LIMIT_HEADERS,
  addHeadersOnExceeding: NO_LIMIT_HEADERS,
  keyGenerator: (request: FastifyRequest) => request.fan?.id ?? request.ip,
}

/**
 * Writes, and the functions that leave a trace each, are limited per fan, or per address of somebody unknown. Not
 * `scheduler-realtime`: it is coalesced, and a whole stand asks for it from one address.
 */
function limitOf({ method, path, perMinute = CALLS_PER_MINUTE }: Endpoint) {
  const isTraced = path.startsWith(FUNCTIONS) && path !== schedulerRealtime.path
  return method !== 'GET' || isTraced ? { ...LIMIT, max: perMinute } : false
}

/** Whether a shared answer is asked for in a way that no screen asks: it would be built and kept for one caller. */
function isUnusual({ usual }: Endpoint, query: unknown): boolean {
  return usual?.every((one) => !isDeepStrictEqual(one, query)) ?? false
}

async function exceeds(limit: RateLimit, request: FastifyRequest): Promise<boolean> {
  const told = await limit(request)
  return !told.isAllowed && told.isExceeded
}

function tagOf(path: string): string {
  const [, root = '', first = '', second = ''] = path.split('/')
  if (root !== 'api') return root
  return first === 'rpc' || first === 'functions' ? `${first}/${second}` : first
}

declare module 'fastify' {
  interface FastifyRequest {
    fan: Fan | null
  }
}
