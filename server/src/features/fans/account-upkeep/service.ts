import { mailboxKey } from '../../../accounts/contacts/mailboxes.ts'
import { factorSeals, type Seals, sealedAnew } from '../../../accounts/guards/seals.ts'
import type { JobContext } from '../../../context.ts'
import { keepMailboxes, lockUnfolded, type SealedText, sealedByOlder, writeSealed } from '../accounts/queries.ts'

/** Accounts per transaction. */
const FOLDED_AT_ONCE = 1_000

/**
 * Sets the mailbox of accounts older than that column. If several accounts have confirmed one mailbox, the operator's or else the oldest keeps
 * it. The others become unconfirmed and cannot be confirmed again: they sign in by their other methods, and no longer vote by that address.
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
 * Reencrypts with the newest secret all rows that an older one has encrypted, so that the older one can be removed from the list. Logs and
 * returns their number, and the number of rows that no listed secret can decrypt.
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

/** Reencrypts a row, or returns `null` if no secret can decrypt it. Signing keys are stored as JSON. */
async function anewOf({ table, sealed }: SealedText, seals: Seals): Promise<string | null> {
  if (table !== 'jwks') return sealedAnew(seals, sealed)
  const anew = await sealedAnew(seals, JSON.parse(sealed))
  return anew === null ? null : JSON.stringify(anew)
}
