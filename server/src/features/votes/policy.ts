import type { Fan } from '../../http/session.ts'

/** A fan votes with at least one verified e-mail, phone or provider identity; a wallet alone is free to make. */
export function mayVote(fan: Fan): boolean {
  return fan.verified
}
