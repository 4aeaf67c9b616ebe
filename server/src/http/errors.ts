import { type ErrorCode, type Refusal as RefusalBody, sentenceOf, statusOf } from '@tribune/contract/errors.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { Refusal } from './refusal.ts'

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media',
  429: 'too_many_requests',
}

/** Every failure leaves as `{ error: { code, message, id } }`; the id stands in the log beside the cause. */
export function installErrorHandling(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(error, request, reply))
  app.setNotFoundHandler((request, reply) => refuse(new Refusal('not_found'), request, reply))
}

/** Answers a failure. Also used by the few handlers that write to the raw response. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = codeOf(error)
  const status = statusOf(code)
  if (status >= 500) request.log.error({ err: error, code }, 'request failed')
  else request.log.info({ code, cause: error instanceof Refusal ? undefined : String(error) }, 'request refused')
  const body: RefusalBody = { error: { code, message: sentenceOf(code), id: request.id } }
  return reply.status(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof Refusal) return error.code
  if (hasZodFastifySchemaValidationErrors(error)) return 'invalid_request'
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return BY_STATUS[status] ?? 'invalid_request'
  return 'internal'
}
