import { expect, test } from 'vitest'
import { canReveal, isRevealDue } from './reveal-rules.ts'

const NOW = new Date('2026-03-14T22:00:00Z')
const VOTED = {
  ranked: 11,
  closedAt: new Date('2026-03-14T21:59:55Z'),
  now: NOW,
  voted: true,
  memory: 'nothing',
} as const
const VISITOR = { ...VOTED, voted: false } as const

test.each([
  ['a fan who has voted', VOTED, true],
  ['a fan who has voted, and waited on the screen', { ...VOTED, memory: 'awaited' }, true],
  ['a visitor who waited on the screen', { ...VISITOR, memory: 'awaited' }, true],
  ['a visitor by a shared link', VISITOR, false],
  ['a fan who has seen it', { ...VOTED, memory: 'revealed' }, false],
  ['a visitor who has seen it', { ...VISITOR, memory: 'revealed' }, false],
  ['a fan who comes on the seventh day', { ...VOTED, closedAt: new Date('2026-03-07T22:00:00Z') }, true],
  ['a fan who comes later', { ...VOTED, closedAt: new Date('2026-03-07T21:59:59Z') }, false],
  ['a visitor who waited, and comes later', { ...VISITOR, memory: 'awaited', closedAt: new Date('2026-03-01') }, false],
  ['a result without a podium', { ...VOTED, memory: 'awaited', ranked: 0 }, false],
  ['a result without a whistle', { ...VOTED, memory: 'awaited', closedAt: null }, false],
] as const)('%s: %o', (_name, one, due) => {
  expect(isRevealDue(one)).toBe(due)
})

const CLEAR = { visible: true, online: true, stale: false, covered: false }

test.each([
  ['a fan who looks at the screen', CLEAR, true],
  ['a fan in another tab', { ...CLEAR, visible: false }, false],
  ['a fan without a network', { ...CLEAR, online: false }, false],
  ['a fan who sees a stored answer', { ...CLEAR, stale: true }, false],
  ['a fan with an open dialog', { ...CLEAR, covered: true }, false],
] as const)('%s: %o', (_name, stage, can) => {
  expect(canReveal(stage)).toBe(can)
})
