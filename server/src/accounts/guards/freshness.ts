import type { Fan } from '../../http/session.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { FRESH_S } from '../settings.ts'

/** Returns whether a fan signed in recently enough for an irreversible action. */
function isFresh({ signedInAt }: Pick<Fan, 'signedInAt'>, now: Date): boolean {
  return now.getTime() - signedInAt.getTime() < FRESH_S * 1_000
}

/** Refuses an irreversible action with `sign_in_again` unless the session is fresh. */
export function requireFresh({ clock }: { readonly clock: Clock }, fan: Pick<Fan, 'signedInAt'>): void {
  if (!isFresh(fan, clock.now())) throw new Refusal('sign_in_again')
}
