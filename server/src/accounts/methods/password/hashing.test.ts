import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { HASHING, hashingConcurrency, hashingSlots } from './hashing.ts'

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

  it('leaves the other processes of the machine their processors', () => {
    expect(hashingSlots(availableParallelism()).max).toBe(1)
    expect(hashingSlots(256).max).toBe(1)
  })

  it('has the concurrency for this machine’s processors', () => {
    expect(HASHING.max).toBe(hashingConcurrency(availableParallelism()))
  })
})
