import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../context.ts'
import type { RecipientLimit } from '../../infra/mail/post.ts'
import { hmacOf, keyFor } from '../../kernel/keys.ts'
import { countGuess, readGuesses } from './queries.ts'

/** Creates a rate limit for one kind of message: at most `perHour` messages to each recipient, across all servers. Stores recipients only as keyed hashes. */
export function createRecipientLimit(
  { config, db }: Pick<App, 'config' | 'db'>,
  { what, perHour }: { readonly what: string; readonly perHour: number },
): RecipientLimit {
  const key = keyFor(config.secret, 'recipients')
  const keyOf = (recipient: string) => `sent:${hmacOf(key, `${what} ${recipient}`)}`
  return {
    async accepts(recipient) {
      const sent = await readGuesses(db, keyOf(recipient), Date.now())
      return (sent?.guesses ?? 0) < perHour
    },
    async take(recipient) {
      const window = { now: Date.now(), windowMs: HOUR_MS, limit: perHour }
      return (await countGuess(db, keyOf(recipient), window)) !== null
    },
  }
}
