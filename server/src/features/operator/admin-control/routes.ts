import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { ADMIN_ACTIONS, adminControl } from '@tribune/contract/operator/admin-control.ts'
import type { Handler, Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'

/** Remembers handlers by endpoint, so that `admin-control` runs the very code of the call's own address. */
export class ActionHandlers {
  readonly #handlers = new Map<Endpoint, Handler>()

  /** A router that registers as `route` does, and remembers. */
  remembering(route: Router): Router {
    return (endpoint, ...rest) => {
      const registered = route(endpoint, ...rest)
      this.#handlers.set(endpoint, registered)
      return registered
    }
  }

  handlerOf(endpoint: Endpoint): Handler {
    const handler = this.#handlers.get(endpoint)
    if (handler === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not registered`)
    return handler
  }
}

/** Registers `admin-control`, after all endpoints that it runs. */
export function registerAdminControl(route: Router, handlers: ActionHandlers): void {
  const runners = new Map<string, { endpoint: Endpoint; handler: Handler }>(
    Object.entries(ADMIN_ACTIONS).map(([action, endpoint]) => [
      action,
      { endpoint, handler: handlers.handlerOf(endpoint) },
    ]),
  )
  route(adminControl, async (call) => {
    const runner = runners.get(call.query.action)
    if (runner === undefined) throw new Refusal('invalid_request')
    const { endpoint, handler } = runner
    // Parameters of the action's own path and query are read from the body here.
    const part = (schema: Endpoint['body']) => {
      if (schema === undefined) return undefined
      const read = schema.safeParse(call.body)
      if (!read.success) throw new Refusal('invalid_request')
      return read.data
    }
    const { params, query, body, output } = endpoint
    const input = { ...call, params: part(params), query: part(query), body: part(body) }
    return adminControl.output.parse(output.parse(await handler(input)))
  })
}
