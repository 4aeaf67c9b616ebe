import { expect, test, vi } from 'vitest'
import { allCompetitions, type WeighedCompetition } from './coefficients.ts'

const competition = (id: number): WeighedCompetition => ({
  ...{ id, name: `Coupe ${id}`, coefficient: 1, logo: null, enabled: true },
  ...{ country: '', country_code: null, groups: [] },
})

/** Pages of two out of `there`, where the server says that there are `total`. */
function pagesOf(there: readonly number[], total = there.length) {
  return vi.fn(async (after: number | undefined) => {
    const start = after === undefined ? 0 : there.indexOf(after) + 1
    return { items: there.slice(start, start + 2).map(competition), total, phases: [] }
  })
}
const read = async (pages: ReturnType<typeof pagesOf>) => (await allCompetitions(pages)).items.map(({ id }) => id)

test.each([
  ['one page', [1, 2], 1],
  ['several', [5, 3, 4, 1, 2], 3],
  ['none', [], 1],
])('all competitions are read: %s', async (_what, ids, calls) => {
  const pages = pagesOf(ids)
  expect(await read(pages)).toEqual(ids)
  expect(pages).toHaveBeenCalledTimes(calls)
})

test('reading ends when the list has become shorter between two pages', async () => {
  expect(await read(pagesOf([1, 2, 3, 4], 9))).toEqual([1, 2, 3, 4])
})
