import type { Podium } from '@tribune/domain/podium.ts'
import { describe, expect, test } from 'vitest'
import { SaveQueue } from './save-queue.ts'

/** « 7-8 »: player 7 on the first place, 8 on the second; « -8 » leaves the first free; « » is empty. */
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

/** A queue whose timer and answers come when the scenario says so. */
function stage() {
  const log: string[] = []
  let due: (() => void) | null = null
  let answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const queue = new SaveQueue({
    send: (picks) => {
      log.push(`sent ${write(picks)}`)
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
    },
    later: (run) => {
      due = run
      return () => {
        due = null
      }
    },
    onSaved: (picks, latest) => log.push(`saved ${write(picks)}${latest ? '' : ' (outdated)'}`),
    onFailed: (error, lost) => log.push(`failed ${write(lost)} ${error instanceof Error ? error.message : ''}`),
  })
  const answer = async (how: (one: { resolve: () => void; reject: (error: Error) => void }) => void) => {
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
    ok: () => answer((one) => one.resolve()),
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

/** Script, what was sent and told, and at the end: shown | known to be kept | status. */
const SCENARIOS: readonly (readonly [name: string, script: string, log: readonly string[], end: string])[] = [
  ['nothing happened', 'server ', [], 'nothing | nothing | idle'],
  ['the ballot of another day is found again', 'server 7-8', [], '7-8 | 7-8 | saved'],
  ['a pick waits for its moment', 'server , pick 7', [], '7 | nothing | saving'],
  ['a pick is saved', 'server , pick 7, wait, ok', ['sent 7', 'saved 7'], '7 | 7 | saved'],
  [
    'three quick picks are one request',
    'server , pick 7, pick 7-8, pick 7-8-9, wait, ok',
    ['sent 7-8-9', 'saved 7-8-9'],
    '7-8-9 | 7-8-9 | saved',
  ],
  ['there and back within the moment sends nothing', 'server 7, pick 7-8, pick 7, wait', [], '7 | 7 | saved'],
  [
    'changes made during a request wait for it, and go as one',
    'server , pick 7, wait, pick 7-8, wait, pick 7-8-9, wait, ok, ok',
    ['sent 7', 'saved 7 (outdated)', 'sent 7-8-9', 'saved 7-8-9'],
    '7-8-9 | 7-8-9 | saved',
  ],
  [
    'an answer that comes while a change waits for its moment lets it wait',
    'server , pick 7, wait, pick 7-8, ok',
    ['sent 7', 'saved 7 (outdated)'],
    '7-8 | 7 | saving',
  ],
  [
    'back to the sent state during the request sends nothing more',
    'server , pick 7, wait, pick 7-8, pick 7, wait, ok',
    ['sent 7', 'saved 7'],
    '7 | 7 | saved',
  ],
  [
    'back to the kept state during a request is sent after it',
    'server 7, pick 8, wait, pick 7, wait, ok, ok',
    ['sent 8', 'saved 8 (outdated)', 'sent 7', 'saved 7'],
    '7 | 7 | saved',
  ],
  [
    'a failure brings back the kept podium',
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
    'both fail: back to the kept podium, told once',
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
    'after a failure the server’s word is taken',
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
  ['emptied before anything was kept', 'server , pick 7, pick , wait', [], 'nothing | nothing | idle'],
  [
    'emptied during a request: what arrived stays kept, and the screen says so',
    'server , pick 7, wait, pick , ok',
    ['sent 7', 'saved 7 (outdated)'],
    'nothing | 7 | emptied',
  ],
  [
    'emptied during a request that fails: nothing to take back',
    'server , pick 7, wait, pick , refuse offline',
    ['sent 7'],
    'nothing | nothing | idle',
  ],
  ['a later reading does not fill what the fan emptied', 'server 7, pick , server 7', [], 'nothing | 7 | emptied'],
  ['a reading during a request is older than it', 'server 7, pick 8, wait, server 7', ['sent 8'], '8 | 7 | saving'],
  ['a reading while a change waits is older than it', 'server 7, pick 8, server 7', [], '8 | 7 | saving'],
  ['a reading at rest is the newest truth', 'server 7, server 7-8', [], '7-8 | 7-8 | saved'],
  ['leaving the screen saves at once', 'server , pick 7, flush, ok', ['sent 7', 'saved 7'], '7 | 7 | saved'],
  ['leaving with nothing to save sends nothing', 'server 7, flush', [], '7 | 7 | saved'],
  ['a gap on the podium is kept as it is', 'server 7-8, pick -8, wait, ok', ['sent -8', 'saved -8'], '-8 | -8 | saved'],
]

describe('the save queue', () => {
  test.each(SCENARIOS)('%s', async (_name, script, log, end) => {
    expect(await stage().play(script)).toMatchObject({ log, end })
  })

  test('never has two requests in flight', async () => {
    const { inFlight } = await stage().play('server , pick 7, wait, pick 8, wait, pick 9, flush, flush')
    expect(inFlight).toBe(1)
  })

  test('gives the same snapshot until something changes', async () => {
    const { queue, play } = stage()
    await play('server 7')
    const before = queue.snapshot()
    queue.flush()
    expect(queue.snapshot()).toBe(before)
  })

  test('tells each change to those who listen, and no more once they left', async () => {
    const { queue, play } = stage()
    let told = 0
    const stop = queue.subscribe(() => {
      told += 1
    })
    await play('server 7')
    stop()
    await play('pick 8')
    expect(told).toBe(1)
  })
})
