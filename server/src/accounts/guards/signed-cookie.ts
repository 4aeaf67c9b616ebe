import type { AuthContext } from 'better-auth'
import type { Hook } from '../hook.ts'

/** A call that can read a cookie: that of a hook, or one from within the library. */
interface Reader {
  readonly context: Pick<AuthContext, 'createAuthCookie' | 'secret'>
  getSignedCookie?: Hook['getSignedCookie']
}

/**
 * A value in a signed, HTTP-only cookie. The signature covers the name of the cookie as well, so that its value is valid neither in another
 * cookie nor as anything else that this server signs.
 */
export class SignedCookie {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  /** @param lifeS Lifetime in seconds. */
  async set(call: Hook, value: string, lifeS: number): Promise<void> {
    const { name, attributes } = call.context.createAuthCookie(this.#name, { maxAge: lifeS })
    await call.setSignedCookie(name, `${this.#name} ${value}`, call.context.secret, attributes)
  }

  /** Returns the value, or `null` if there is no cookie or this server did not sign it. */
  async read({ context, getSignedCookie }: Reader): Promise<string | null> {
    const signed = (await getSignedCookie?.(context.createAuthCookie(this.#name).name, context.secret)) || ''
    return signed.startsWith(`${this.#name} `) ? signed.slice(this.#name.length + 1) : null
  }

  clear(call: Hook): void {
    const { name, attributes } = call.context.createAuthCookie(this.#name)
    call.setCookie(name, '', { ...attributes, maxAge: 0 })
  }
}
