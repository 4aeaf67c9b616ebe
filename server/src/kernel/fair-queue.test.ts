import { describe, expect, it } from 'vitest'
import { FairQueue, type Place } from './fair-queue.ts'

/** A queue of one at a time whose first call is held until `release`, with the order in which the others ran or were refused. */
function heldQueue(maxQueued = 100) {
  const queue = new FairQueue({ max: 1, maxQueued })
  const held = Promise.withResolvers<void>()
  const first = queue.run(() => held.promise, { rank: 0, lanes: [] })
  const ran: string[] = []
  const refused: string[] = []
  const calls: Promise<void>[] = [first]
  const add = (name: string, place: Partial<Place>) => {
    const work = async () => void ran.push(name)
    calls.push(
      queue.run(work, { rank: 0, lanes: [], ...place }).catch(({ code }) => void refused.push(`${name} ${code}`)),
    )
  }
  const release = async () => {
    held.resolve()
    await Promise.all(calls)
    return ran
  }
  return { queue, add, release, refused }
}

describe('a fair queue', () => {
  it('runs as many at a time as it may, and the others in turn', async () => {
    const queue = new FairQueue({ max: 2, maxQueued: 10 })
    let running = 0
    let most = 0
    const work = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
    }
    await Promise.all(Array.from({ length: 6 }, () => queue.run(work, { rank: 0, lanes: ['a'] })))
    expect([most, queue.queued]).toEqual([2, 0])
  })

  it('gives every third turn to the next rank, so that a better rank cannot starve it', async () => {
    const { add, release } = heldQueue()
    for (let n = 0; n < 6; n += 1) add('known', { rank: 0, lanes: ['a'] })
    for (let n = 0; n < 3; n += 1) add('stranger', { rank: 2, lanes: ['b'] })
    const order = await release()
    expect(order.slice(0, 6)).toEqual(['known', 'known', 'stranger', 'known', 'known', 'stranger'])
  })

  it('gives each network its turn, whichever came first, and each network within it', async () => {
    const { add, release } = heldQueue()
    for (const name of ['a1', 'a1', 'a1', 'a2', 'a2']) add(name, { lanes: ['a', name] })
    add('b', { lanes: ['b', 'b1'] })
    add('c', { lanes: ['c', 'c1'] })
    expect(await release()).toEqual(['a1', 'b', 'c', 'a2', 'a1', 'a2', 'a1'])
  })

  it('gives a thousand addresses of one network one share', async () => {
    const { add, release } = heldQueue(2_000)
    for (let n = 0; n < 1_000; n += 1) add(`crowd ${n}`, { lanes: ['crowd', String(n)] })
    add('one', { lanes: ['elsewhere', '1'] })
    expect((await release()).indexOf('one')).toBe(1)
  })

  it('lets a better rank go first', async () => {
    const { add, release } = heldQueue()
    add('stranger', { rank: 2, lanes: ['a'] })
    add('paid', { rank: 1, lanes: ['a'] })
    add('known', { rank: 0, lanes: ['a'] })
    expect(await release()).toEqual(['known', 'paid', 'stranger'])
  })

  it('when full, drops the newest call of the most crowded network for one of a less crowded network, and refuses one of its own', async () => {
    const { add, release, refused, queue } = heldQueue(4)
    for (const n of [1, 2, 3]) add(`a${n}`, { lanes: ['a'] })
    add('b1', { lanes: ['b'] })
    add('c1', { lanes: ['c'] })
    add('a4', { lanes: ['a'] })
    expect(queue.queued).toBe(4)
    expect(await release()).toEqual(['a1', 'b1', 'c1', 'a2'])
    expect(refused.sort()).toEqual(['a3 busy', 'a4 busy'])
  })

  it('drops a worse rank for a better one, and never the other way round', async () => {
    const { add, release, refused } = heldQueue(2)
    add('stranger 1', { rank: 2, lanes: ['a'] })
    add('stranger 2', { rank: 2, lanes: ['b'] })
    add('known 1', { rank: 0, lanes: ['c'] })
    add('known 2', { rank: 0, lanes: ['c'] })
    add('stranger 3', { rank: 2, lanes: ['d'] })
    expect(await release()).toEqual(['known 1', 'known 2'])
    expect(refused).toHaveLength(3)
  })

  it('lets a caller who has left leave at once', async () => {
    const { add, release, refused, queue } = heldQueue()
    const gone = new AbortController()
    add('left', { lanes: ['a', 'a1'], signal: gone.signal })
    add('stays', { lanes: ['a', 'a1'] })
    gone.abort()
    add('came too late', { lanes: ['a', 'a1'], signal: gone.signal })
    await new Promise(setImmediate)
    expect([queue.queued, refused]).toEqual([1, ['came too late busy', 'left busy']])
    expect(await release()).toEqual(['stays'])
  })

  it('does nothing for a caller who had left before', async () => {
    const queue = new FairQueue({ max: 1, maxQueued: 1 })
    const ran: string[] = []
    const work = async () => void ran.push('work')
    const signal = AbortSignal.abort()
    await expect(queue.run(work, { rank: 0, lanes: [], signal })).rejects.toMatchObject({ code: 'busy' })
    expect(ran).toEqual([])
  })

  it('holds nothing of served callers', async () => {
    const { add, release, queue } = heldQueue()
    const { signal } = new AbortController()
    for (let n = 0; n < 50; n += 1) add('x', { rank: n % 3, lanes: [`n${n}`], signal })
    await release()
    expect(queue.queued).toBe(0)
    await queue.run(async () => {}, { rank: 0, lanes: ['y'] })
  })
})
