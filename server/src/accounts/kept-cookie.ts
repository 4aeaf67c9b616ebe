import type { AuthContext } from 'better-auth'
import type { Hook } from './hook.ts'

/** What may read a cookie: a hook, or a call seen from within the library. */
interface Reader {
  readonly context: Pick<AuthContext, 'createAuthCookie' | 'secret'>
  getSignedCookie?: Hook['getSignedCookie']
}

/**
 * A value that stays with a browser in a cookie of its own: signed, and read by no script. Its name is signed with it: what serves as this
 * cookie serves as no other, nor as anything else that is signed here.
 */
export class KeptCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /** @param lifeS Seconds after which the browser drops it. */
  async keep(call: Hook, value: string, lifeS: number): Promise<void> {
    const { name, attributes } = call.context.createAuthCookie(this.#name, { maxAge: lifeS })
    await call.setSignedCookie(name, `${this.#name} ${value}`, call.context.secret, attributes)
  }

  /** What the browser keeps; `null` when it keeps nothing, or what this server never signed. */
  async read({ context, getSignedCookie }: Reader): Promise<string | null> {
    const kept = (await getSignedCookie?.(context.createAuthCookie(this.#name).name, context.secret)) || ''
    return kept.startsWith(`${this.#name} `) ? kept.slice(this.#name.length + 1) : null
  }

  forget(call: Hook): void {
    const { name, attributes } = call.context.createAuthCookie(this.#name)
    call.setCookie(name, '', { ...attributes, maxAge: 0 })
  }
}
