import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { ADMIN_ACTIONS, adminControl } from '@tribune/contract/operator/admin-control.ts'
import type { Call, Router } from '../../http/route.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** A handler of any endpoint, as it was registered. */
type Handler = (call: Call<Endpoint>) => Promise<unknown>

/** Remembers handlers by endpoint, so that `admin-control` runs the very code of the call's own address. */
export class ActionHandlers {
  readonly #handlers = new Map<Endpoint, Handler>()

  /** A router that registers as `route` does, and remembers. */
  remembering(route: Router): Router {
    return (endpoint, handler) => {
      this.#handlers.set(endpoint, handler as unknown as Handler)
      route(endpoint, handler)
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
    // What the action's own address takes in its path or query, it takes here in its body.
    const part = (schema: Endpoint['body']) => {
      if (schema === undefined) return undefined
      const read = schema.safeParse(call.body)
      if (!read.success) throw new Refusal('invalid_request')
      return read.data
    }
    const { params, query, body, output } = endpoint
    const input = { ...call, params: part(params), query: part(query), body: part(body) }
    return adminControl.output.parse(output.parse(await handler(input as unknown as Call<Endpoint>)))
  })
}
