import { type Instant, msOf } from '@tribune/domain/common/instant.ts'

/** « 21 novembre 2026 », « 1er juillet 2026 », or « 21 November 2026 » for the one English text. */
export function longDay(instant: Instant, lang: 'fr' | 'en'): string {
  const day = new Intl.DateTimeFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'long' }).format(msOf(instant))
  // The library writes « 1 juillet », French does not.
  return lang === 'fr' ? day.replace(/^1\b/, '1er') : day
}
