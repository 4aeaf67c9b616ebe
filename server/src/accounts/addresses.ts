import domains from 'disposable-email-domains/index.json' with { type: 'json' }
import below from 'disposable-email-domains/wildcard.json' with { type: 'json' }
import { z } from 'zod'

/** No address that mail can reach is longer. */
const EMAIL_MAX_LENGTH = 254
export const emailAddress = z.email().max(EMAIL_MAX_LENGTH)

const THROWN_AWAY: ReadonlySet<string> = new Set(domains)
const ALL_BELOW: ReadonlySet<string> = new Set(below)

/** Whether mail to an address goes to a box made to be thrown away: with those anybody makes as many accounts as he likes. */
export function isDisposable(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (THROWN_AWAY.has(domain)) return true
  const labels = domain.split('.')
  return labels.some((_, from) => from < labels.length - 1 && ALL_BELOW.has(labels.slice(from).join('.')))
}
