import { expect, test } from 'vitest'
import { foldCount } from './count-dialog.tsx'

const upTo = (last: number) => Array.from({ length: last }, (_, index) => ({ rank: index + 1 }))
const shared = (rank: number, times: number) => Array.from({ length: times }, () => ({ rank }))

test.each([
  ['no player', [], 0, 0],
  ['fewer than ten', upTo(7), 7, 0],
  ['ten', upTo(10), 10, 0],
  ['a few more than ten', upTo(13), 13, 0],
  ['a whole lineup', upTo(40), 10, 30],
  ['a tenth rank that four share', [...upTo(9), ...shared(10, 4), ...shared(14, 6)], 13, 6],
  ['a first rank that all share', shared(1, 46), 46, 0],
])(
  'of %s every player with a count is there, and only what follows the ten ranks is folded',
  (_, ranking, ...sizes) => {
    const { first, rest } = foldCount(ranking)
    expect([first.length, rest.length]).toEqual(sizes)
    expect([...first, ...rest]).toEqual(ranking)
  },
)
