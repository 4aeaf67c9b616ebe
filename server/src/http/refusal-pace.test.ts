import { beforeEach, expect, test } from 'vitest'
import { RefusalPace } from './errors.ts'

let [now, busy] = [0, 0]
beforeEach(() => {
  ;[now, busy] = [0, 0]
})

/** Counts the refusals that are answered at once. */
async function answeredAtOnce(pace: RefusalPace, codes: readonly Parameters<RefusalPace['wait']>[0][]) {
  const answered: string[] = []
  for (const code of codes) void pace.wait(code).then(() => answered.push(code))
  await new Promise((done) => setImmediate(done))
  return answered
}

test('careless callers wait for their refusal while the event loop is busy, and not once it is calm', async () => {
  const pace = new RefusalPace({ now: () => now, busy: () => busy })
  expect(await answeredAtOnce(pace, ['invalid_request'])).toEqual(['invalid_request'])
  now += 200
  busy += 150
  expect(await answeredAtOnce(pace, ['invalid_request', 'not_found', 'vote_locked', 'not_authenticated'])).toEqual([
    'vote_locked',
    'not_authenticated',
  ])
  now += 200
  expect(await answeredAtOnce(pace, ['invalid_request', 'not_found'])).toEqual(['invalid_request', 'not_found'])
})
