import { expect, test } from 'vitest'
import { type Classes, searchBox, surprise } from './boxes.ts'

const LIMITS = { ratio: 4, score: 15, size: 12 }

/** Ballots by their classes in two attributes. */
const classesOf = (rows: readonly (readonly [number, number])[]): Classes => ({
  attributes: 2,
  values: Uint8Array.from(rows.flat()),
})
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)
/** Of 600 ballots, each of a kind of its own, `count` from one on. */
const some = (from: number, count: number) =>
  Int32Array.from({ length: 600 }, (_, at) => Number(at >= from && at < from + count))

test.each([
  [0, 0, 1, 0],
  [5, 5, 1, 0],
  [4, 9, 1, 0],
  [30, 0, 0.07, 81.81],
  [15, 0, 2.25, 5.516],
  [100, 100, 0.5, 11.778],
])('the surprise of %i ballots next to %i others at odds of %d is %d', (count, others, odds, surprising) => {
  expect(surprise(count, others, odds)).toBeCloseTo(surprising, 2)
})

test('the box is the kind of accounts in which the choice is far more frequent', () => {
  // 40 accounts of one kind made the choice, and 20 others as often as everybody.
  const classes = classesOf([
    ...times(40, [1, 2] as const),
    ...times(20, [0, 0] as const),
    ...times(400, [0, 0] as const),
    ...times(5, [1, 0] as const),
    ...times(5, [0, 2] as const),
  ])
  const box = searchBox(classes, some(0, 60), some(60, 410), 0.05, LIMITS)
  expect(box?.chosen).toEqual(some(0, 40))
  expect(box?.others).toEqual(some(0, 0))
})

test.each([
  [
    'everybody chooses the same',
    classesOf([...times(50, [0, 0] as const), ...times(500, [0, 0] as const)]),
    50,
    500,
    0.1,
  ],
  [
    'the choice is that of a few',
    classesOf([...times(11, [1, 1] as const), ...times(500, [0, 0] as const)]),
    11,
    500,
    0.1,
  ],
  [
    'the choice is that of a favourite',
    classesOf([...times(60, [1, 1] as const), ...times(20, [1, 1] as const)]),
    60,
    20,
    1.5,
  ],
])('there is no box where %s', (_, classes, chosen, others, odds) => {
  expect(searchBox(classes, some(0, chosen), some(chosen, others), odds, LIMITS)).toBeNull()
})
