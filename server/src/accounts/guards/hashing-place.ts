import type { FastifyRequest } from 'fastify'
import { networksOf } from '../../kernel/network.ts'
import { hashingAt } from '../methods/password/hashing.ts'
import { RANKS } from './guesses.ts'
import type { AccountName } from './queries.ts'

/**
 * Runs a call, and gives the passwords that it hashes their place in the queue until its caller leaves: that of the account for a known device of it, so that
 * one account has one share however many devices it has, and that of the caller's networks for all others.
 */
export async function hashingFor<T>(
  { ip, raw: { socket } }: FastifyRequest,
  { rank, account }: { readonly rank: number; readonly account: AccountName | null },
  call: (place: Parameters<typeof hashingAt>[0]) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  socket.once('close', leave)
  const isOwn = rank === RANKS.known && account !== null
  const lanes = isOwn ? Object.values(account) : networksOf(ip).toReversed()
  const place = { rank, lanes, signal: gone.signal }
  try {
    return await hashingAt(place, () => call(place))
  } finally {
    socket.off('close', leave)
  }
}
