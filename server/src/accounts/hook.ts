import type { createAuthMiddleware } from 'better-auth/api'

/** A call of the accounts library, as its hooks see it. */
export type Hook = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
