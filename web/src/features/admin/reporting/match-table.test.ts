import { describe, expect, it } from 'vitest'
import { pageCount, pageWindow } from './match-table.tsx'

describe('page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 3, [1, 2, 3]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 9, [1, 2, 3, 4, 5]],
    [2, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [7, 9, [5, 6, 7, 8, 9]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
    [12, 9, [5, 6, 7, 8, 9]],
    [0, 9, [1, 2, 3, 4, 5]],
  ])('page %d of %d shows %j', (page, pages, shown) => {
    expect(pageWindow(page, pages)).toEqual(shown)
  })
})

it.each([
  [0, 1],
  [1, 1],
  [20, 1],
  [21, 2],
  [40, 2],
  [2_000, 100],
])('%d rows fill %d pages of 20', (total, pages) => {
  expect(pageCount(total, 20)).toBe(pages)
})
