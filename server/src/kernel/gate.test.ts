import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'

/** Work that ends when told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const work = { begun: false, end: resolve, fail: reject, run: () => promise }
  work.run = () => {
    work.begun = true
    return promise
  }
  return work
}

describe('a gate', () => {
  it('lets two in, makes one wait, refuses the fourth, and opens again', async () => {
    const gate = new Gate({ width: 2, waitingRoom: 1 })
    const [a, b, c, d] = [held(), held(), held(), held()]
    const [ranA, ranB, ranC] = [gate.run(a.run), gate.run(b.run), gate.run(c.run)]
    await expect(gate.run(d.run)).rejects.toMatchObject({ code: 'busy' })
    expect([a.begun, b.begun, c.begun, d.begun]).toEqual([true, true, false, false])
    a.end('a')
    expect(await ranA).toBe('a')
    expect(c.begun).toBe(true)
    b.end('b')
    c.end('c')
    expect(await Promise.all([ranB, ranC])).toEqual(['b', 'c'])
    expect(await gate.run(async () => 'later')).toBe('later')
  })

  it('gives the place on when work fails', async () => {
    const gate = new Gate({ width: 1, waitingRoom: 1 })
    const first = held()
    const ran = gate.run(first.run)
    const second = gate.run(async () => 'second')
    first.fail(new Error('first'))
    await expect(ran).rejects.toThrow('first')
    expect(await second).toBe('second')
  })

  it('passes over what nobody wants any more, and gives its room to others', async () => {
    const gate = new Gate({ width: 1, waitingRoom: 1 })
    const first = held()
    const ran = gate.run(first.run)
    const unwanted = gate.run(
      async () => 'unwanted',
      () => false,
    )
    const refused = expect(unwanted).rejects.toMatchObject({ code: 'busy' })
    const wanted = gate.run(async () => 'wanted')
    await refused
    first.end('first')
    expect(await Promise.all([ran, wanted])).toEqual(['first', 'wanted'])
  })
})
