import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type ErrorCode, type Refusal as RefusalBody, sentenceOf, statusOf } from '@tribune/contract/errors.ts'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AbandonedError } from '../infra/database/abandoned-reads.ts'
import { OutcomeUnknownError } from '../infra/database/outcome.ts'
import { isConflict, isDatabaseAway } from '../infra/database/pool.ts'
import { logBudget } from '../kernel/log-budget.ts'
import type { LoopMeter } from '../kernel/loop-meter.ts'
import { Refusal } from '../kernel/refusal.ts'
import { RefusalDelay } from '../kernel/refusal-delay.ts'

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
}

/** Seconds until a retry; rate limits count by the minute. */
const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  too_many_requests: 60,
  busy: 2,
  outcome_unknown: 2,
  feed_unavailable: 15,
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers every failure with `{ error: { code, message, id } }`; the log has the same id and the cause. */
export function installErrorHandling(app: FastifyInstance, pace: RefusalPace): void {
  const answer = async (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    await pace.wait(codeOf(error))
    return refuse(error, request, reply)
  }
  app.setErrorHandler((error: FastifyError, request, reply) => answer(error, request, reply))
  app.setNotFoundHandler((request, reply) => answer(new Refusal('not_found'), request, reply))
}

/** Answers a failure, and logs it. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = codeOf(error)
  request.refusal = code
  const status = statusOf(code)
  const isRefusal = error instanceof Refusal
  // A refusal is a regular answer, and so is `busy`: the part that is full logs that itself, not once per caller. Nor is a caller that disconnects an error.
  const isFailure = status >= 500 && !isRefusal && !(error instanceof AbandonedError)
  // Our bugs are always logged. Errors that callers can cause, and an unavailable database, are logged only within the log's budget.
  if (code === 'internal' || logBudget.take(code, request.log)) {
    const what = { reqId: request.id, code }
    if (isFailure) request.log.error({ ...what, err: error }, 'request failed')
    else request.log.info({ ...what, cause: isRefusal ? undefined : String(error) }, 'request refused')
  }
  const retryAfter = RETRY_AFTER_S[code]
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter)
  // The header with the length of the file.
  if (code === 'range_not_satisfiable') reply.headers((error as { headers?: Record<string, string> }).headers ?? {})
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type(JSON_TYPE)
    .send(bodyOf(code, request.id, isRefusal ? error : {}))
}

/** Answers requests that Node would refuse without a body, or leave without an answer: those with an unknown expectation are like any other. */
export function answerUnusual({ server, log }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) => endWith('method_not_allowed', 'CONNECT', socket, log))
}

/** Answers a request that is not valid HTTP by hand, and closes the connection. */
export function refuseUnreadable(this: FastifyInstance, error: Error, socket: Socket): void {
  endWith('invalid_request', String(error), socket, this.log)
}

function endWith(code: ErrorCode, cause: string, socket: Duplex, log: FastifyBaseLogger): void {
  if (!socket.writable) return void socket.destroy()
  const id = randomUUID()
  if (logBudget.take('unreadable', log)) log.info({ cause, id }, 'unreadable request')
  const body = JSON.stringify(bodyOf(code, id))
  const length = Buffer.byteLength(body)
  const status = `${statusOf(code)} ${STATUS_CODES[statusOf(code)]}`
  const head = `HTTP/1.1 ${status}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${length}\r\ncache-control: no-store\r\nconnection: close`
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}

function bodyOf(code: ErrorCode, id: string, { sentence, change }: Partial<Refusal> = {}): RefusalBody {
  return { error: { code, message: sentence ?? sentenceOf(code), id, ...change } }
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  if (hasZodFastifySchemaValidationErrors(error)) return 'invalid_request'
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return BY_STATUS[status] ?? 'invalid_request'
  if (error instanceof OutcomeUnknownError) return 'outcome_unknown'
  return isDatabaseAway(error) || isConflict(error) ? 'busy' : 'internal'
}

/** Refusals that none of our screens causes, and that cost their callers nothing. */
const CARELESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_request',
  'not_found',
  'method_not_allowed',
  'unsupported_media',
  'body_too_large',
  'foreign_origin',
])
const BUSY_FROM = 0.5
const WINDOW_MS = 200

/** Delays careless callers while the event loop is busy, so that a flood of refused calls leaves it to others (docs/decisions/025). */
export class RefusalPace {
  readonly #meter: LoopMeter
  readonly #delay = new RefusalDelay()
  #at: number
  #busy: number
  #isBusy = false

  constructor(meter: LoopMeter) {
    this.#meter = meter
    this.#at = meter.now()
    this.#busy = meter.busy()
  }

  async wait(code: ErrorCode): Promise<void> {
    if (CARELESS.has(code) && this.#isLoopBusy()) await this.#delay.wait()
  }

  /** Returns whether the event loop was busy for half of the last window. */
  #isLoopBusy(): boolean {
    const [at, busy] = [this.#meter.now(), this.#meter.busy()]
    if (at - this.#at < WINDOW_MS) return this.#isBusy
    this.#isBusy = busy - this.#busy > (at - this.#at) * BUSY_FROM
    this.#at = at
    this.#busy = busy
    return this.#isBusy
  }
}
