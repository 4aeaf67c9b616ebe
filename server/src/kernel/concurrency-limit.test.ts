import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit } from './concurrency-limit.ts'

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = { begun: false, end: resolve, fail: reject, run: () => promise }
  work.run = () => {
    work.begun = true
    return promise
  }
  return work
}

describe('a limit', () => {
  it('runs two, queues one, refuses the fourth, and then runs others', async () => {
    const limit = new ConcurrencyLimit({ max: 2, maxQueued: 1 })
    const [a, b, c, d] = [held(), held(), held(), held()]
    const [ranA, ranB, ranC] = [limit.run(a.run), limit.run(b.run), limit.run(c.run)]
    await expect(limit.run(d.run)).rejects.toMatchObject({ code: 'busy' })
    expect([a.begun, b.begun, c.begun, d.begun]).toEqual([true, true, false, false])
    a.end('a')
    expect(await ranA).toBe('a')
    expect(c.begun).toBe(true)
    b.end('b')
    c.end('c')
    expect(await Promise.all([ranB, ranC])).toEqual(['b', 'c'])
    expect(await limit.run(async () => 'later')).toBe('later')
  })

  it('runs the next when work fails', async () => {
    const limit = new ConcurrencyLimit({ max: 1, maxQueued: 1 })
    const first = held()
    const ran = limit.run(first.run)
    const second = limit.run(async () => 'second')
    first.fail(new Error('first'))
    await expect(ran).rejects.toThrow('first')
    expect(await second).toBe('second')
  })

  it('skips unwanted work, and gives its place in the queue to others', async () => {
    const limit = new ConcurrencyLimit({ max: 1, maxQueued: 1 })
    const first = held()
    const ran = limit.run(first.run)
    const unwanted = limit.run(
      async () => 'unwanted',
      () => false,
    )
    const refused = expect(unwanted).rejects.toMatchObject({ code: 'busy' })
    const wanted = limit.run(async () => 'wanted')
    await refused
    first.end('first')
    expect(await Promise.all([ran, wanted])).toEqual(['first', 'wanted'])
  })
})
