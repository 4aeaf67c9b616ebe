import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { CHOOSING, HASHING, hashingConcurrency } from './hashing.ts'

describe('password hashing', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [64, 3],
  ])('leaves one of %i processors to votes: %i at a time', (processors, width) => {
    expect(hashingConcurrency(processors)).toBe(width)
  })

  it('has the concurrency for this machine’s processors in both queues', () => {
    const width = hashingConcurrency(availableParallelism())
    expect([HASHING.max, CHOOSING.max]).toEqual([width, width])
  })
})
