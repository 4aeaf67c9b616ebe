import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { expect, test } from 'vitest'
import { Phone, settle, type Tab } from '../../../testing/voting-phone.ts'

/** Parses « 7-8 »: player 7 in the first place, 8 in the second; « -8 » leaves the first free; « » is empty. */
function podium(text: string): Podium {
  return text.split('-').flatMap((player, index) => {
    const position = ([1, 2, 3] as const)[index]
    return player === '' || position === undefined ? [] : [{ position, player_id: Number(player) }]
  })
}

function write(picks: Podium): string {
  const last = Math.max(0, ...picks.map((pick) => pick.position))
  const at = (position: number) => picks.find((pick) => pick.position === position)?.player_id ?? ''
  return Array.from({ length: last }, (_, index) => at(index + 1)).join('-')
}

/** Plays a script on a phone with two tabs; steps of the second end with « 2 ». Returns what each shows, what the server has, and the outcomes. */
async function play(script: string) {
  const phone = new Phone()
  const tabs: [Tab, Tab] = [phone.open(), phone.open()]
  const steps: Record<string, (tab: Tab, text: string) => unknown> = {
    stored: (_tab, text) => {
      if (text !== '') phone.ledger.put(podium(text))
      for (const one of tabs) one.show(phone.ledger.stored)
    },
    elsewhere: (_tab, text) => phone.ledger.put(podium(text)),
    pick: (tab, text) => tab.tap(podium(text)),
    wait: (tab) => tab.wait(),
    flush: (tab) => tab.outbox.flush(),
    ok: (tab) => tab.answer('answered'),
    lost: (tab) => tab.answer('answer lost'),
    cut: (tab) => tab.answer('request lost'),
    portal: (tab) => tab.answer('captive portal'),
    busy: (tab) => tab.answer('busy'),
    offline: () => {
      phone.online = false
    },
    online: () => {
      phone.online = true
    },
    post: (tab) => void tab.outbox.post(),
    read: (tab) => tab.read(),
    arrive: (tab) => tab.arrive(),
    hear: (tab) => {
      while (tab.announced.length > 0) tab.hear()
    },
    mine: (tab) => tab.outbox.keepMine({ fanId: 'fan-a', matchId: 7 }),
    theirs: (tab) => tab.outbox.drop({ fanId: 'fan-a', matchId: 7 }),
    close: () => {
      phone.ledger.closed = true
    },
    full: () => {
      phone.full = true
    },
    out: (tab) => tab.signOut(),
    leave: (tab) => tab.leave(),
    open: (tab) => {
      tabs[tabs.indexOf(tab)] = phone.open()
    },
    end: () => {
      phone.session = null
    },
    other: () => {
      phone.session = 'fan-b'
    },
    back: (tab) => {
      phone.session = 'fan-a'
      tab.learn()
    },
  }
  for (const step of script.split(', ')) {
    const [verb = '', text = ''] = step.split(' ')
    const isSecond = verb.endsWith('2')
    const run = steps[isSecond ? verb.slice(0, -1) : verb]
    if (run === undefined) throw new Error(`no step ${verb}`)
    run(tabs[isSecond ? 1 : 0], text)
    await settle()
  }
  const shown = (tab: Tab) => `${write(tab.view.shown) || 'nothing'} ${tab.view.status}`
  return {
    first: shown(tabs[0]),
    second: shown(tabs[1]),
    server: write(phone.ledger.stored.podium) || 'nothing',
    sent: phone.ledger.history.map(write),
    outcomes: tabs[0].outcomes.map(({ kind, draft }) => `${kind} ${write(draft.picks)}`),
    drafts: phone.storage.keys().filter((name) => name.startsWith('tribune-held-')).length,
    underWay: tabs[0].requests.length + tabs[1].requests.length,
  }
}

/** Scenarios: script, what the first tab shows, and what the server has. */
const SCENARIOS: readonly (readonly [name: string, script: string, first: string, server: string])[] = [
  ['nothing happened', 'stored ', 'nothing idle', 'nothing'],
  ['an earlier ballot is shown', 'stored 7-8-9', '7-8-9 saved', '7-8-9'],
  ['an earlier ballot that is incomplete does not count', 'stored 7-8', '7-8 incomplete', '7-8'],
  ['a pick is saved after a delay', 'stored , pick 7', '7 saving', 'nothing'],
  ['a pick is saved', 'stored , pick 7, wait, ok', '7 incomplete', '7'],
  ['three quick picks are one request', 'stored , pick 7, pick 7-8, pick 7-8-9, wait, ok', '7-8-9 saved', '7-8-9'],
  ['a change undone within the delay sends nothing', 'stored 7, pick 7-8, pick 7, wait', '7 incomplete', '7'],
  [
    'a change during a request is sent after it',
    'stored , pick 7, wait, pick 7-8, wait, ok, ok',
    '7-8 incomplete',
    '7-8',
  ],
  [
    'an answer during the delay of a change does not send it early',
    'stored , pick 7, wait, pick 7-8, ok',
    '7-8 saving',
    '7',
  ],
  [
    'a return to the stored picks during a request is sent',
    'stored 7, pick 8, wait, pick 7, wait, ok, ok',
    '7 incomplete',
    '7',
  ],
  ['a refusal takes a tap back', 'stored 7-8-9, pick 7-9-8, wait, close, ok', '7-8-9 failed', '7-8-9'],
  ['a new pick after a refusal starts again', 'stored 7, close, pick 8, wait, ok, pick 9', '9 saving', '7'],
  ['an empty podium is never sent', 'stored 7, pick , wait', 'nothing emptied', '7'],
  ['emptied before anything was saved', 'stored , pick 7, pick , wait', 'nothing idle', 'nothing'],
  ['emptied during a request, which is saved', 'stored , pick 7, wait, pick , ok', 'nothing emptied', '7'],
  [
    'emptied during a request that is lost: it does not wait',
    'stored , pick 7, wait, pick , cut, post',
    'nothing idle',
    'nothing',
  ],
  [
    'a pick after an emptied podium that had arrived',
    'stored , pick 7, wait, pick , lost, pick 8, wait, ok',
    '8 incomplete',
    '8',
  ],
  ['a later read does not fill what the fan emptied', 'stored 7, pick , read, arrive', 'nothing emptied', '7'],
  ['leaving the screen sends at once', 'stored , pick 7, flush, ok', '7 incomplete', '7'],
  ['a pick without a network waits', 'stored , offline, pick 7, wait', '7 held', 'nothing'],
  ['a pick that waited is sent', 'stored , offline, pick 7, wait, online, post, ok', '7 incomplete', '7'],
  ['a pick that is lost waits', 'stored , pick 7, wait, cut', '7 held', 'nothing'],
  [
    'a pick whose answer is lost waits, and is one ballot',
    'stored , pick 7, wait, lost, post, ok',
    '7 incomplete',
    '7',
  ],
  ['a captive portal has the pick wait', 'stored , pick 7, wait, portal', '7 held', 'nothing'],
  [
    'a lost ballot is changed and sent: its own stored version is not a conflict',
    'stored 5, pick 7, wait, lost, pick 7-8, wait, ok',
    '7-8 incomplete',
    '7-8',
  ],
  ['a read never touches what waits', 'stored , pick 7, wait, cut, read, arrive', '7 held', 'nothing'],
  [
    'a read that began before a ballot was saved does not undo it',
    'stored , read, pick 7, wait, ok, arrive',
    '7 incomplete',
    '7',
  ],
  ['a newer ballot elsewhere is a question', 'stored , pick 7, wait, elsewhere 8, ok', '7 newer', '8'],
  ['the fan keeps theirs', 'stored , pick 7, wait, elsewhere 8, ok, mine, ok', '7 incomplete', '7'],
  ['the fan keeps the other', 'stored , pick 7, wait, elsewhere 8-9-1, ok, theirs', '8-9-1 saved', '8-9-1'],
  [
    'a change of what waits is a question too, although the other was read since',
    'stored , offline, pick 7, wait, elsewhere 8, online, read, arrive, pick 7-9, wait, ok',
    '7-9 newer',
    '8',
  ],
  ['the same ballot elsewhere raises no question', 'stored , pick 7, wait, elsewhere 7, ok', '7 incomplete', '7'],
  ['what waited came too late', 'stored 5, pick 7, wait, cut, close, post, ok', '5 failed', '5'],
  [
    'a reload leaves what was tapped, and sends it',
    'stored , pick 7, leave, open, stored , post, ok',
    '7 incomplete',
    '7',
  ],
  [
    'a reload during a request leaves what was sent',
    'stored , pick 7, wait, leave, open, stored , post, ok',
    '7 incomplete',
    '7',
  ],
  ['a busy server takes a tap back', 'stored , pick 7, wait, busy', 'nothing failed', 'nothing'],
  ['a busy server leaves what waits', 'stored , pick 7, wait, cut, post, busy', '7 held', 'nothing'],
  [
    'a busy server leaves what a former page has sent',
    'stored , pick 7, leave, open, stored , post, busy',
    '7 held',
    'nothing',
  ],
  ['a full phone promises nothing', 'stored , offline, pick 7, wait, full, pick 7-8, wait', '7 failed', 'nothing'],
  ['a full phone still saves over a network', 'stored , full, pick 7, wait, ok', '7 incomplete', '7'],
  [
    'a session that has ended leaves the ballot to its fan',
    'stored , end, pick 7, wait, ok, back, post, ok',
    '7 incomplete',
    '7',
  ],
  ['another account sends nothing', 'stored , other, pick 7, wait, ok, post', 'nothing idle', 'nothing'],
  ['signing out erases what waits', 'stored , pick 7, wait, cut, out, back, post', 'nothing idle', 'nothing'],
  [
    'what waits is not stored again after a sign-out in another tab',
    'stored , pick 7, hear2, out2, hear, wait, ok',
    'nothing failed',
    'nothing',
  ],
  [
    'another tab has sent what waits',
    'stored , offline, pick 7, wait, hear2, online, post2, ok2, hear',
    '7 incomplete',
    '7',
  ],
  [
    'another tab has sent what waits, and a read that is older arrives',
    'stored , offline, pick 7, wait, hear2, online, read, post2, ok2, hear, arrive',
    '7 incomplete',
    '7',
  ],
  [
    'another tab has sent what waits, under a change',
    'stored , offline, pick 7, wait, hear2, online, post2, pick 7-9, ok2, hear, wait, ok2, hear',
    '7-9 incomplete',
    '7-9',
  ],
]

test.each(SCENARIOS)('%s', async (_name, script, first, server) => {
  expect(await play(script)).toMatchObject({ first, server })
})

test.each([
  ['what one tab has sent is shown by the other', 'stored , pick 7, hear2, wait, ok, hear2', '7 incomplete'],
  ['what one tab has changed is shown by the other', 'stored , pick 7, hear2', '7 saving'],
  [
    'what one tab has been refused leaves the other',
    'stored 5, pick 7, hear2, wait, close, ok, hear2, arrive2',
    '5 incomplete',
  ],
  [
    'the later change of two tabs is shown by both',
    'stored , pick 7, pick2 8, hear2, hear, wait2, ok2, hear, hear2',
    '8 incomplete',
  ],
])('%s', async (_name, script, second) => {
  const { first, ...end } = await play(script)
  expect([end.second, end.drafts]).toEqual([second, second.endsWith('saving') ? 1 : 0])
  if (!_name.includes('refused')) expect(first).toBe(second)
})

test.each([
  ['stored , pick 7, wait, pick 8, wait, pick 9, flush, flush', 1],
  ['stored , offline, pick 7, wait, hear2, online, post, post2, post', 1],
])('after « %s » one request is under way', async (script, requests) => {
  expect((await play(script)).underWay).toBe(requests)
})

test('the outcome of each ballot is reported once', async () => {
  const { outcomes } = await play('stored , pick 7, wait, pick 7-8, ok, wait, cut, post, ok, pick 9, wait, close, ok')
  expect(outcomes).toEqual(['saved 7', 'waits 7-8', 'saved 7-8', 'late 9'])
})

test('the state of a ballot is the same object until something changes', async () => {
  const tab = new Phone().open()
  tab.tap(podium('7'))
  const before = tab.state
  tab.outbox.flush()
  await settle()
  const sent = tab.state
  tab.outbox.flush()
  expect([sent === before, tab.state === sent]).toEqual([false, true])
})
