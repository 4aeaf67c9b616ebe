import { expect, test } from 'vitest'
import { togetherOrAlone } from './together.ts'

const BAD = Object.assign(new Error('value out of range'), { code: '22003' })
const AWAY = Object.assign(new Error('the server is shutting down'), { code: '57P01' })

/** Applies items as a transaction that fails with any of `faults`, and records what was tried and what was refused. */
function attempts(faults: ReadonlyMap<string, Error>) {
  const tried: string[] = []
  const refused: string[] = []
  const apply = async (items: readonly string[]) => {
    tried.push(items.join(''))
    const fault = items.map((item) => faults.get(item)).find((error) => error !== undefined)
    if (fault !== undefined) throw fault
    return items.join('')
  }
  const run = (items: readonly string[]) => togetherOrAlone(items, apply, (item) => refused.push(item))
  return { run, tried, refused }
}

test('items that the database accepts are applied in one transaction', async () => {
  const { run, tried, refused } = attempts(new Map())
  expect(await run(['a', 'b', 'c'])).toEqual(['abc'])
  expect({ tried, refused }).toEqual({ tried: ['abc'], refused: [] })
})

test('a refused item is reported alone, and the others are applied one by one', async () => {
  const { run, tried, refused } = attempts(new Map([['b', BAD]]))
  expect(await run(['a', 'b', 'c'])).toEqual(['a', 'c'])
  expect({ tried, refused }).toEqual({ tried: ['abc', 'a', 'b', 'c'], refused: ['b'] })
})

test('an unavailable database stops everything, and no item counts as refused', async () => {
  const { run, tried, refused } = attempts(
    new Map([
      ['a', BAD],
      ['b', AWAY],
    ]),
  )
  await expect(run(['a', 'b', 'c'])).rejects.toBe(AWAY)
  expect({ tried, refused }).toEqual({ tried: ['abc', 'a', 'b'], refused: ['a'] })
})
