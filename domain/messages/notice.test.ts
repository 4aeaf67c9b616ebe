import { expect, test } from 'vitest'
import { areNoticeTimesValid, isNoticeShown } from './notice.ts'

const NOW = new Date('2026-03-14T20:00:00Z')
const at = (starts_at: string, ends_at: string) => ({ starts_at, ends_at })

test.each([
  ['before its start', '2026-03-14T20:00:01Z', '2026-03-15T20:00:00Z', false],
  ['at its start', '2026-03-14T20:00:00Z', '2026-03-15T20:00:00Z', true],
  ['before its end', '2026-03-13T20:00:00Z', '2026-03-14T20:00:01Z', true],
  ['at its end', '2026-03-13T20:00:00Z', '2026-03-14T20:00:00Z', false],
])('%s a notice is shown or not', (_when, starts_at, ends_at, isShown) => {
  expect(isNoticeShown(at(starts_at, ends_at), NOW)).toBe(isShown)
})

test.each([
  ['from now for a day', '2026-03-14T20:00:00Z', '2026-03-15T20:00:00Z', true],
  ['from tomorrow', '2026-03-15T20:00:00Z', '2026-03-16T20:00:00Z', true],
  ['from yesterday, as an undone act', '2026-03-13T20:00:00Z', '2026-03-14T20:00:01Z', true],
  ['to its own start', '2026-03-15T20:00:00Z', '2026-03-15T20:00:00Z', false],
  ['backwards', '2026-03-16T20:00:00Z', '2026-03-15T20:00:00Z', false],
  ['to now', '2026-03-13T20:00:00Z', '2026-03-14T20:00:00Z', false],
  ['for 31 days', '2026-03-14T20:00:00Z', '2026-04-14T20:00:00Z', true],
  ['for longer', '2026-03-14T20:00:00Z', '2026-04-14T20:00:01Z', false],
])('a notice %s is valid or not', (_when, starts_at, ends_at, isValid) => {
  expect(areNoticeTimesValid(at(starts_at, ends_at), NOW)).toBe(isValid)
})
