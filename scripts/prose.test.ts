import { expect, test } from 'vitest'
import { faultsOf, proseOf } from './prose.ts'

test.each([
  ['web/a.ts', '  // Nobody waits for it.', 'Nobody waits for it.'],
  ['web/a.ts', "const url = 'https://example.test/told' // Ends the stream.", 'Ends the stream.'],
  ['web/a.tsx', '   * Returns what is kept. */', 'Returns what is kept.'],
  ['web/a.ts', "const told = ['anew', 'said']", ''],
  ['web/a.test.ts', "  test('a ballot is told', async () => {", 'a ballot is told'],
  ['web/a.test.ts', "test.each(CASES)('whoever %s', () => {", 'whoever %s'],
  ['web/a.test.ts', "])('whoever %s', () => {", 'whoever %s'],
  ['web/a.test.ts', "] as const)('whoever %s', () => {", 'whoever %s'],
  ['web/a.test.ts', "  test('« Enregistré » is told', () => {", 'is told'],
  ['web/a.test.ts', "  ['told to all fans', 1],", 'told to all fans'],
  ['web/a.ts', "  ['told to all fans', 1],", ''],
  ['server/001.sql', 'SELECT 1; -- as it is', 'as it is'],
  ['docs/a.md', 'The `told` table is kept.', 'The  table is kept.'],
  ['docs/a.json', '"told": 1', ''],
])('the English of a line of %s is its comment, its titles or its text: %s', (file, line, prose) => {
  expect(proseOf(file, line).trim()).toBe(prose)
})

test.each([
  ['Nobody waits for it.', 1],
  ['The row is kept as it is.', 2],
  ['What the fan has stopped would run on.', 1],
  ['Ends the stream. Who comes back reads again.', 1],
  ['What happens to a late ballot?', 0],
  ['Returns what the feed sent.', 0],
  ['The server stores the ballot and notifies other tabs.', 0],
])('"%s" has %d faults', (prose, faults) => {
  expect(faultsOf(prose)).toHaveLength(faults)
})
