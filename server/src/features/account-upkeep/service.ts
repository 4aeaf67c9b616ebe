import { mailboxKey } from '../../accounts/mailboxes.ts'
import { factorSeals, type Seals, sealedAnew } from '../../accounts/seals.ts'
import type { JobContext } from '../../context.ts'
import { keepMailboxes, lockUnfolded, type SealedText, sealedByOlder, writeSealed } from '../accounts/queries.ts'

/** Accounts that are given their mailbox in one transaction. */
const FOLDED_AT_ONCE = 1_000

/**
 * Gives each account without one its mailbox: those made before mailboxes were kept. Where several confirmed one mailbox the operator's, or
 * else the oldest, keeps it; the others wait for a confirmation that is refused, so that they sign in by what else opens them, and no
 * longer vote by that address.
 */
export async function foldMailboxes(app: JobContext): Promise<void> {
  for (;;) {
    const accounts = await app.db.transaction().execute(async (transaction) => {
      const found = await lockUnfolded(transaction, app.config.adminEmail, FOLDED_AT_ONCE)
      await keepMailboxes(
        transaction,
        found.map(({ id, email }) => ({ id, mailbox: mailboxKey(email) ?? email })),
      )
      return found
    })
    if (accounts.length < FOLDED_AT_ONCE) return
  }
}

/**
 * Seals under the newest secret what an older one sealed, row by row, so that an older one can be taken off the list. Logs how many there
 * were, and how many no listed secret opens.
 */
export async function sealAllAnew(app: JobContext): Promise<{ readonly sealed: number; readonly unreadable: number }> {
  const seals = factorSeals(app.config)
  let [sealed, unreadable] = [0, 0]
  for await (const row of sealedByOlder(app.db, seals.newest)) {
    const anew = await anewOf(row, seals)
    if (anew === null) unreadable += 1
    else await writeSealed(app.db, row, anew)
    if (anew !== null) sealed += 1
  }
  if (unreadable > 0) app.log.error({ sealed, unreadable }, 'second factors or keys that no listed secret opens')
  else app.log.info({ sealed }, 'all second factors and keys are sealed by the newest secret')
  return { sealed, unreadable }
}

/** Keys that sign claims are kept as JSON. */
async function anewOf({ table, sealed }: SealedText, seals: Seals): Promise<string | null> {
  if (table !== 'jwks') return sealedAnew(seals, sealed)
  const anew = await sealedAnew(seals, JSON.parse(sealed))
  return anew === null ? null : JSON.stringify(anew)
}
