import { isSameBallot } from '@tribune/domain/ballots/ballot.ts'
import type { Draft } from '@tribune/domain/ballots/ballot-outbox.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allDrafts } from '../../../data/ballots/ballot-drafts.ts'
import { FAN, MATCH, Phone, settle, type Tab } from '../../../testing/voting-phone.ts'

const KEY = { fanId: FAN, matchId: MATCH }
/** Different players in each podium, so that each names the act that made it. */
const podiumOf = (act: number): Podium => [
  { position: 1, player_id: 3 * act + 1 },
  { position: 2, player_id: 3 * act + 2 },
  { position: 3, player_id: 3 * act + 3 },
]

/** A phone with two tabs, and the last act of its fan that was neither given up, erased nor shown as failed: the server must have it at the end. */
class Evening {
  readonly phone = new Phone()
  acts = 0
  /** The podium that the fan has chosen last, on this phone or elsewhere. */
  last: Podium = []

  constructor() {
    this.phone.open()
    this.phone.open()
    for (const tab of this.phone.tabs) tab.show(this.phone.ledger.stored)
  }

  tab(index: number): Tab {
    return this.phone.tabs[index] ?? this.phone.open()
  }

  tap(index: number): void {
    const tab = this.tab(index)
    // A tap is a change only where the fan is known and their ballot was read, or waits.
    if (tab.fan !== FAN || (tab.known === undefined && !tab.state.draft?.waits)) return
    this.acts += 1
    this.last = podiumOf(this.acts)
    tab.tap(this.last)
  }

  /** The fan votes on another device, which has read the newest ballot. */
  elsewhere(): void {
    this.acts += 1
    const before = this.phone.ledger.stored
    this.phone.ledger.put(podiumOf(this.acts), { base: before.at })
    // The fan is asked about a later choice that waits on the phone, unless the server has it already.
    const isSaved = isSameBallot(before.podium, this.last)
    const isLast = (draft: Draft | null) => draft !== null && isSameBallot(draft.picks, this.last)
    const isUnderWay = this.phone.tabs.some(({ state }) => (state.delayed || state.unstored) && isLast(state.draft))
    const waits = !isSaved && (isUnderWay || allDrafts(this.phone.storage).some(isLast))
    if (!waits) this.last = podiumOf(this.acts)
  }

  choose(index: number, mine: boolean): void {
    const tab = this.tab(index)
    const { draft, newer } = tab.state
    if (draft === null || newer === null) return
    this.last = mine ? draft.picks : newer.podium
    if (mine) tab.outbox.keepMine(KEY)
    else tab.outbox.drop(KEY)
  }

  /** The fan, or a new version of the app, reloads the page, which may have sent its ballot. */
  reload(index: number): void {
    const tab = this.tab(index)
    const { draft, unstored } = tab.state
    // A change that could not be stored goes with its page: it was shown neither as saved nor as waiting.
    if (unstored && draft !== null && isSameBallot(draft.picks, this.last)) this.last = []
    tab.leave()
    this.phone.open().read()
  }

  /** A tab that does not know yet that another fan has signed in cannot store a change: it reports this, and undoes the change. */
  takeBackFailed(): void {
    const failed = this.phone.tabs.flatMap(({ outcomes }) => outcomes.filter(({ kind }) => kind === 'refused'))
    if (failed.some(({ draft }) => isSameBallot(draft.picks, this.last))) this.last = []
  }

  arriveLate(): void {
    const { orphans, tabs } = this.phone
    tabs[0]?.answer('answer lost', orphans.splice(0, 1))
  }

  signOut(index: number): void {
    const tab = this.tab(index)
    if (tab.fan === null || this.phone.session === null) return
    tab.signOut()
    // The other tabs learn at once (session-news.ts).
    for (const one of this.phone.tabs) one.learn()
    this.last = []
  }

  signIn(index: number, fan: string): void {
    if (this.phone.session !== null) return
    this.phone.session = fan
    this.tab(index).learn()
  }
}

/** An act of a run, which names itself in a counterexample. */
interface Act {
  readonly name: string
  readonly run: (evening: Evening) => unknown
}

const act = (weight: number, name: string, run: Act['run']) => ({ weight, arbitrary: fc.constant<Act>({ name, run }) })
/** The same act of either tab. */
const inTab = (weight: number, name: string, run: (evening: Evening, index: number) => unknown) =>
  [0, 1].map((index) => act(weight, `${name} ${index + 1}`, (evening) => run(evening, index)))

const ACTS = fc.oneof(
  ...inTab(6, 'tap', (evening, index) => evening.tap(index)),
  ...inTab(5, 'wait', (evening, index) => evening.tab(index).wait()),
  ...inTab(4, 'answer', (evening, index) => evening.tab(index).answer('answered')),
  ...inTab(2, 'lose the answer', (evening, index) => evening.tab(index).answer('answer lost')),
  ...inTab(2, 'lose the request', (evening, index) => evening.tab(index).answer('request lost')),
  ...inTab(1, 'captive portal', (evening, index) => evening.tab(index).answer('captive portal')),
  ...inTab(3, 'hear', (evening, index) => evening.tab(index).hear()),
  ...inTab(2, 'post', (evening, index) => evening.tab(index).outbox.post()),
  ...inTab(2, 'read', (evening, index) => evening.tab(index).read()),
  ...inTab(2, 'arrive', (evening, index) => evening.tab(index).arrive()),
  ...inTab(2, 'reload', (evening, index) => evening.reload(index)),
  ...inTab(1, 'keep mine', (evening, index) => evening.choose(index, true)),
  ...inTab(1, 'keep theirs', (evening, index) => evening.choose(index, false)),
  ...inTab(1, 'sign out', (evening, index) => evening.signOut(index)),
  ...inTab(2, 'sign in', (evening, index) => evening.signIn(index, FAN)),
  ...inTab(1, 'sign in as another', (evening, index) => evening.signIn(index, 'fan-b')),
  act(2, 'a request of a former page arrives', (evening) => evening.arriveLate()),
  act(2, 'vote elsewhere', (evening) => evening.elsewhere()),
  act(2, 'offline', ({ phone }) => {
    phone.online = false
  }),
  act(2, 'online', ({ phone }) => {
    phone.online = true
  }),
  act(2, 'the session ends', ({ phone }) => {
    phone.session = null
  }),
)

/** The network and the fan are back: everything that is under way ends, and the fan keeps theirs wherever they are asked. */
async function comeBack(evening: Evening): Promise<void> {
  const { phone } = evening
  phone.online = true
  phone.session = FAN
  for (const one of [...phone.tabs]) one.learn()
  for (let round = 0; round < 12; round += 1) {
    for (const one of [...phone.tabs]) {
      while (one.announced.length > 0) one.hear()
      while (one.reads.length > 0) one.arrive()
      one.wait()
      void one.outbox.post()
      await settle()
      one.answer('answered')
      await settle()
      if (one.state.newer !== null) evening.choose(phone.tabs.indexOf(one), true)
      await settle()
    }
  }
  for (const one of phone.tabs) {
    one.read()
    one.arrive()
  }
}

const claims = ({ status }: Tab['view']) => status === 'saved' || status === 'incomplete'

test('no order of taps, answers, losses, reloads, sign-outs and tabs loses what a fan was shown, or sends it as another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(ACTS, { maxLength: 40 }), async (acts) => {
      const evening = new Evening()
      const { ledger, tabs } = evening.phone
      for (const { run } of acts) {
        void run(evening)
        await settle()
        evening.takeBackFailed()
        for (const { view } of tabs) {
          // The screen says « Enregistré » of nothing that the server has never had.
          if (claims(view)) expect(ledger.history.some((podium) => isSameBallot(podium, view.shown))).toBe(true)
        }
      }
      await comeBack(evening)
      expect(allDrafts(evening.phone.storage)).toEqual([])
      if (evening.last.length > 0) expect(ledger.stored.podium).toEqual(evening.last)
      for (const { view } of tabs) expect(view.shown).toEqual(ledger.stored.podium)
    }),
    { numRuns: 2000 },
  )
})
