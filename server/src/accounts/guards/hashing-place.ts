import type { FastifyRequest } from 'fastify'
import { whilePresent } from '../../http/presence.ts'
import { networksOf } from '../../kernel/network.ts'
import { hashingAt } from '../methods/password/hashing.ts'
import { RANKS } from './guesses.ts'
import type { AccountName } from './queries.ts'

/**
 * Runs a call, and gives the passwords that it hashes their place in the queue until its caller leaves: that of the account for a known device of it, so that
 * one account has one share however many devices it has, and that of the caller's networks for all others.
 */
export function hashingFor<T>(
  caller: FastifyRequest,
  { rank, account }: { readonly rank: number; readonly account: AccountName | null },
  call: (place: Parameters<typeof hashingAt>[0]) => Promise<T>,
): Promise<T> {
  const isOwn = rank === RANKS.known && account !== null
  const lanes = isOwn ? Object.values(account) : networksOf(caller.ip).toReversed()
  return whilePresent(caller, (signal) => {
    const place = { rank, lanes, signal }
    return hashingAt(place, () => call(place))
  })
}
