import { expect, it } from 'vitest'
import { readJournalAddress } from './journal-address.ts'

it.each([
  [
    { action: 'match_ranked', subject: 'match:12' },
    { action: 'match_ranked', subject: 'match:12' },
  ],
  [{ action: 'everything', subject: 7 }, { subject: '7' }],
  [
    { from: '2026-11-01', to: '2026-11-30', text: 2.5 },
    { from: '2026-11-01', to: '2026-11-30', text: '2.5' },
  ],
  [{ from: '2026-02-30', to: '0999-01-01' }, {}],
  [{ from: 20_261_101, to: 'hier', text: '' }, {}],
  [{ text: 'x'.repeat(200) }, { text: 'x'.repeat(100) }],
])('keeps of %j what the journal can be filtered by', (asked, kept) => {
  expect(readJournalAddress(asked)).toEqual(kept)
})
