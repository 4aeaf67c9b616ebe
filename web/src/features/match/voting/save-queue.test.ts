import type { Podium } from '@tribune/domain/podium.ts'
import { describe, expect, test } from 'vitest'
import { SaveQueue } from './save-queue.ts'

/** Parses « 7-8 »: player 7 in the first place, 8 in the second; « -8 » leaves the first free; « » is empty. */
function podium(text: string): Podium {
  return text.split('-').flatMap((player, index) => {
    const position = ([1, 2, 3] as const)[index]
    return player === '' || position === undefined ? [] : [{ position, player_id: Number(player) }]
  })
}

function write(picks: Podium): string {
  const last = Math.max(0, ...picks.map((pick) => pick.position))
  return Array.from(
    { length: last },
    (_, index) => picks.find((pick) => pick.position === index + 1)?.player_id ?? '',
  ).join('-')
}

/** Creates a queue whose timer and answers the scenario controls. */
function stage() {
  const log: string[] = []
  let due: (() => void) | null = null
  let answers: { resolve: (how: 'saved' | 'held') => void; reject: (error: Error) => void }[] = []
  const queue = new SaveQueue({
    send: (picks) => {
      log.push(`sent ${write(picks)}`)
      return new Promise<'saved' | 'held'>((resolve, reject) => answers.push({ resolve, reject }))
    },
    later: (run) => {
      due = run
      return () => {
        due = null
      }
    },
    onSaved: (picks) => log.push(`saved ${write(picks)}`),
    onHeldEmptied: () => log.push('forgotten'),
    onFailed: (error, lost) => log.push(`failed ${write(lost)} ${error instanceof Error ? error.message : ''}`),
  })
  const answer = async (
    how: (one: { resolve: (how: 'saved' | 'held') => void; reject: (error: Error) => void }) => void,
  ) => {
    const [first, ...rest] = answers
    answers = rest
    if (first === undefined) throw new Error('nothing is in flight')
    how(first)
    await Promise.resolve()
    await Promise.resolve()
  }
  const steps: Record<string, (text: string) => unknown> = {
    server: (text) => queue.adopt(podium(text)),
    pick: (text) => queue.change(podium(text)),
    wait: () => due?.(),
    flush: () => queue.flush(),
    ok: () => answer((one) => one.resolve('saved')),
    hold: () => answer((one) => one.resolve('held')),
    resume: (text) => queue.resume(podium(text)),
    arrive: (text) => queue.arrive(podium(text)),
    late: () => queue.giveUp(true),
    release: (text) => queue.release(podium(text)),
    other: (text) => queue.giveUp(false, podium(text)),
    refuse: (text) => answer((one) => one.reject(new Error(text))),
  }
  const play = async (script: string) => {
    for (const step of script.split(', ')) {
      const [verb = '', text = ''] = step.split(' ')
      await steps[verb]?.(text)
    }
    const { shown, kept, status } = queue.snapshot()
    return {
      log,
      end: `${write(shown) || 'nothing'} | ${write(kept) || 'nothing'} | ${status}`,
      inFlight: answers.length,
    }
  }
  return { queue, play }
}

/** Scenarios: script, log of requests and callbacks, and final state: shown | known to be saved | status. */
const SCENARIOS: readonly (readonly [name: string, script: string, log: readonly string[], end: string])[] = [
  ['nothing happened', 'server ', [], 'nothing | nothing | idle'],
  ['an earlier ballot is shown', 'server 7-8', [], '7-8 | 7-8 | saved'],
  ['a pick is saved after a delay', 'server , pick 7', [], '7 | nothing | saving'],
  ['a pick is saved', 'server , pick 7, wait, ok', ['sent 7', 'saved 7'], '7 | 7 | saved'],
  [
    'three quick picks are one request',
    'server , pick 7, pick 7-8, pick 7-8-9, wait, ok',
    ['sent 7-8-9', 'saved 7-8-9'],
    '7-8-9 | 7-8-9 | saved',
  ],
  ['a change undone within the delay sends nothing', 'server 7, pick 7-8, pick 7, wait', [], '7 | 7 | saved'],
  [
    'changes made during a request wait for it, and are sent as one',
    'server , pick 7, wait, pick 7-8, wait, pick 7-8-9, wait, ok, ok',
    ['sent 7', 'sent 7-8-9', 'saved 7-8-9'],
    '7-8-9 | 7-8-9 | saved',
  ],
  [
    'an answer during the delay of a change does not send it early',
    'server , pick 7, wait, pick 7-8, ok',
    ['sent 7'],
    '7-8 | 7 | saving',
  ],
  [
    'back to the sent state during the request sends nothing more',
    'server , pick 7, wait, pick 7-8, pick 7, wait, ok',
    ['sent 7', 'saved 7'],
    '7 | 7 | saved',
  ],
  [
    'a return to the saved state during a request is sent after it',
    'server 7, pick 8, wait, pick 7, wait, ok, ok',
    ['sent 8', 'sent 7', 'saved 7'],
    '7 | 7 | saved',
  ],
  [
    'a failure restores the saved podium',
    'server 7, pick 7-8, wait, refuse closed',
    ['sent 7-8', 'failed 7-8 closed'],
    '7 | 7 | failed',
  ],
  [
    'a first failure brings back the empty podium',
    'server , pick 7, wait, refuse offline',
    ['sent 7', 'failed 7 offline'],
    'nothing | nothing | failed',
  ],
  [
    'a failure of an outdated state lets the newer one try',
    'server 7, pick 8, wait, pick 9, wait, refuse timeout, ok',
    ['sent 8', 'sent 9', 'saved 9'],
    '9 | 9 | saved',
  ],
  [
    'two failures restore the saved podium, and are reported once',
    'server 7, pick 8, wait, pick 9, wait, refuse offline, refuse offline',
    ['sent 8', 'sent 9', 'failed 9 offline'],
    '7 | 7 | failed',
  ],
  [
    'after a failure even the known state is sent again, since nobody knows what arrived',
    'server 7, pick 8, wait, pick 7, wait, refuse timeout, ok',
    ['sent 8', 'sent 7', 'saved 7'],
    '7 | 7 | saved',
  ],
  [
    'after a failure what the server has is shown',
    'server 7, pick 8, wait, refuse timeout, server 8',
    ['sent 8', 'failed 8 timeout'],
    '8 | 8 | failed',
  ],
  [
    'a new pick after a failure starts afresh',
    'server 7, pick 8, wait, refuse offline, pick 9, wait, ok',
    ['sent 8', 'failed 8 offline', 'sent 9', 'saved 9'],
    '9 | 9 | saved',
  ],
  ['an empty podium is never sent', 'server 7, pick , wait', [], 'nothing | 7 | emptied'],
  ['emptied before anything was saved', 'server , pick 7, pick , wait', [], 'nothing | nothing | idle'],
  [
    'emptied during a request: what was saved stays saved, and the screen says so',
    'server , pick 7, wait, pick , ok',
    ['sent 7'],
    'nothing | 7 | emptied',
  ],
  [
    'emptied during a request that fails: nothing to take back',
    'server , pick 7, wait, pick , refuse offline',
    ['sent 7'],
    'nothing | nothing | idle',
  ],
  ['a later read does not fill what the fan emptied', 'server 7, pick , server 7', [], 'nothing | 7 | emptied'],
  ['a read during a request is older than it', 'server 7, pick 8, wait, server 7', ['sent 8'], '8 | 7 | saving'],
  ['a read during the delay of a change is older than it', 'server 7, pick 8, server 7', [], '8 | 7 | saving'],
  ['a read without a pending change is shown', 'server 7, server 7-8', [], '7-8 | 7-8 | saved'],
  ['leaving the screen saves immediately', 'server , pick 7, flush, ok', ['sent 7', 'saved 7'], '7 | 7 | saved'],
  ['leaving with nothing to save sends nothing', 'server 7, flush', [], '7 | 7 | saved'],
  [
    'a gap in the podium is saved as it is',
    'server 7-8, pick -8, wait, ok',
    ['sent -8', 'saved -8'],
    '-8 | -8 | saved',
  ],
  ['a pick without a network waits', 'server , pick 7, wait, hold', ['sent 7'], '7 | nothing | held'],
  ['leaving does not send a held podium again', 'server , pick 7, wait, hold, flush', ['sent 7'], '7 | nothing | held'],
  [
    'a change to a held podium is held in its place',
    'server 5, pick 7, wait, hold, pick 7-8, wait, hold',
    ['sent 7', 'sent 7-8'],
    '7-8 | 5 | held',
  ],
  [
    'a change back to what the server has is held as well',
    'server 5, pick 7, wait, hold, pick 5, wait, hold',
    ['sent 7', 'sent 5'],
    '5 | 5 | held',
  ],
  [
    'a read of the server does not replace a held podium',
    'server , pick 7, wait, hold, server 8',
    ['sent 7'],
    '7 | 8 | held',
  ],
  [
    'what the fan empties before its request is left without an answer does not wait',
    'server , pick 7, wait, pick , hold, wait',
    ['sent 7', 'forgotten'],
    'nothing | nothing | idle',
  ],
  [
    'what they emptied may have arrived, so that even a return to the last known ballot is sent',
    'server 5, pick 7, wait, pick , hold, pick 5, wait, ok',
    ['sent 7', 'forgotten', 'sent 5', 'saved 5'],
    '5 | 5 | saved',
  ],
  ['what waited since an earlier visit is shown', 'server 8, resume 7', [], '7 | 8 | held'],
  ['what waited has arrived', 'server , pick 7, wait, hold, arrive 7', ['sent 7'], '7 | 7 | saved'],
  [
    'what waited has arrived, and was changed meanwhile',
    'server , pick 7, wait, hold, pick 7-8, arrive 7, wait, ok',
    ['sent 7', 'sent 7-8', 'saved 7-8'],
    '7-8 | 7-8 | saved',
  ],
  ['what waited came too late', 'server 5, pick 7, wait, hold, late', ['sent 7'], '5 | 5 | failed'],
  [
    'the fan keeps the ballot from elsewhere',
    'server 5, pick 7, wait, hold, other 8-9',
    ['sent 7'],
    '8-9 | 8-9 | saved',
  ],
  [
    'a change that cannot be stored leaves what waits on the screen',
    'server 5, pick 7, wait, hold, pick 8, wait, refuse full',
    ['sent 7', 'sent 8', 'failed 8 full'],
    '7 | 5 | failed',
  ],
  [
    'what waited has arrived after a change that could not be stored',
    'server 5, pick 7, wait, hold, pick 8, wait, refuse full, arrive 7',
    ['sent 7', 'sent 8', 'failed 8 full'],
    '7 | 7 | saved',
  ],
  [
    'another tab has sent what waits, and more',
    'server 5, pick 7, wait, hold, release 7-8',
    ['sent 7'],
    '7-8 | 7-8 | saved',
  ],
  [
    'another tab has sent what waits, under a change',
    'server 5, pick 7, wait, hold, pick 7-9, release 7, wait, ok',
    ['sent 7', 'sent 7-9', 'saved 7-9'],
    '7-9 | 7-9 | saved',
  ],
  [
    'a change is sent once after another tab has sent what waited',
    'server 5, pick 7, wait, hold, pick 7-9, wait, ok',
    ['sent 7', 'sent 7-9', 'saved 7-9'],
    '7-9 | 7-9 | saved',
  ],
  [
    'emptied while it waits: it is forgotten',
    'server 5, pick 7, wait, hold, pick ',
    ['sent 7', 'forgotten'],
    'nothing | 5 | emptied',
  ],
]

describe('the save queue', () => {
  test.each(SCENARIOS)('%s', async (_name, script, log, end) => {
    expect(await stage().play(script)).toMatchObject({ log, end })
  })

  test.each([
    ['server 5', false],
    ['server 5, pick 7, wait', false],
    ['server 5, pick 7, wait, hold', true],
    ['resume 7', true],
    ['resume 7, pick 7-8', true],
    ['resume 7, pick 7-8, wait', true],
    ['resume 7, pick 7-8, arrive 7', false],
    ['resume 7, arrive 7', false],
    ['resume 7, pick ', false],
    ['resume 7, late', false],
    ['resume 7, release 5', false],
  ])('after « %s » a podium waits on the phone: %s', async (script, waits) => {
    const { queue, play } = stage()
    await play(script)
    expect(queue.snapshot().waits).toBe(waits)
  })

  test('never has two requests in flight', async () => {
    const { inFlight } = await stage().play('server , pick 7, wait, pick 8, wait, pick 9, flush, flush')
    expect(inFlight).toBe(1)
  })

  test('returns the same snapshot until something changes', async () => {
    const { queue, play } = stage()
    await play('server 7')
    const before = queue.snapshot()
    queue.flush()
    expect(queue.snapshot()).toBe(before)
  })

  test('notifies subscribers of each change until they unsubscribe', async () => {
    const { queue, play } = stage()
    let notified = 0
    const stop = queue.subscribe(() => {
      notified += 1
    })
    await play('server 7')
    stop()
    await play('pick 8')
    expect(notified).toBe(1)
  })
})
