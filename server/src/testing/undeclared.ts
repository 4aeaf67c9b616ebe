import type { ErrorCode } from '@tribune/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Refusals of this process's servers that the contract does not declare for their route. */
const undeclared = new Set<string>()

/** Notes each refusal of a server that its endpoint does not declare. */
export function noteUndeclared(http: FastifyInstance): void {
  http.addHook('onSend', async ({ method, routeOptions: { url, config } }, _reply, payload) => {
    const code = typeof payload === 'string' && /^\{"error":\{"code":"(\w+)"/.exec(payload)?.[1]
    if (code && config.refusals?.has(code as ErrorCode) === false) undeclared.add(`${method} ${url} ${code}`)
    return payload
  })
}

/** Fails the test after such a refusal. */
export function requireDeclaredRefusals(): void {
  if (undeclared.size > 0) throw new Error(`Not in the contract: ${[...undeclared].join()}`)
}
