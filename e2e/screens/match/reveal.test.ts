import type { MatchScreen } from '@tribune/contract/matches.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
// Loads what the app fetches later, so that a reveal that does not open is none.
import '../../../web/src/features/match/reveal/reveal-moment.tsx'
import { NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, readsEnded } from '../support/screen.ts'
import { atMatch, button, choose, dialog, expectSaved, openMatch, row, SCREEN } from '../support/voting.ts'
import { change, requests } from '../support/wire.ts'
import { castBallot, resume, signIn, world } from '../support/world.ts'

const CLUBS = { names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' }
const NOTICE = /^\/api\/notice$/
const LANDSCAPE = { width: 844, height: 390 }
const SPOKEN = '3e\u00a0: Ilian Costa. 2e\u00a0: Tomàs Brunel. 1er\u00a0: Éloi Vasseur.'
const HITS = 'Ton podium\u00a0: 2 sur 3'
const reveal = dialog('Le podium est là')
const steps = () => reveal.getByRole('list', { name: 'Podium du match' }).getByRole('listitem')
const card = page.getByRole('heading', { name: 'Les meilleurs joueurs du match' })

/** Ten fans vote for the first three players. */
async function crowdVotes(match: { readonly id: number; readonly playerIds: readonly number[] }): Promise<void> {
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => match.playerIds.slice(0, 3)),
  )
}

/** A published match on which the signed-in fan has voted, with two of the first three if there is a crowd. */
async function votedMatch({ rating = 7 as number | null, crowd = true, closedAgo = 1 } = {}) {
  const fan = await signIn()
  const match = await world.build({ ...CLUBS, rating })
  if (crowd) await crowdVotes(match)
  const [first = 0, second = 0, , fourth = 0] = match.playerIds
  expect(await castBallot(match.id, [second, first, fourth])).toMatchObject({ status: 200 })
  await world.finish(match.id, 60 + closedAgo)
  return { fan, id: match.id }
}

let shared: ReturnType<typeof votedMatch> | undefined
/** Signs in the fan of a published match that tests share, on a phone to which its result has not been revealed, and returns its id. */
async function sharedMatch(): Promise<number> {
  shared ??= votedMatch()
  const { fan, id } = await shared
  await resume(fan)
  return id
}

/** Makes open screens read a result at once. Otherwise they wait for a random time, so that they do not all read together. */
function readAtOnce(): void {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => chance.mockRestore())
}

/** Opens a match on which the fan and a crowd vote, as in `votedMatch`. */
async function atVotedMatch() {
  readAtOnce()
  const match = await atMatch()
  await choose(match.b, match.a, match.d)
  await expectSaved()
  await crowdVotes(match)
  return match
}

/** Opens a published match, and expects that its result is not revealed. */
async function opensWithout(id: number): Promise<void> {
  const before = requests(NOTICE).length
  await openMatch(id)
  await expect.element(card).toBeInTheDocument()
  // The last of the first reads.
  await expect.poll(() => requests(NOTICE).length).toBeGreaterThan(before)
  await readsEnded()
  await revealsEnded()
  await expectCount(dialog(), 0)
}

/** Waits for a reveal that would open now: it takes a lock, and is drawn in the next frame. */
async function revealsEnded(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise(requestAnimationFrame)
    await navigator.locks.request('after a reveal', () => undefined)
  }
}

test('a fan on the screen sees the result in place, once, as one text for a screen reader', async () => {
  const match = await atVotedMatch()
  await expectCount(dialog(), 0)
  await world.finish(match.id, 61)
  await expect.element(reveal).toHaveFocus()
  await expect.element(reveal).toHaveAccessibleDescription(`${SPOKEN} ${HITS}.`)
  await expect.element(reveal.getByText(HITS, { exact: true })).toBeVisible()
  await expect.element(steps().first()).toMatchTextContent('Vasseur')
  await userEvent.keyboard('{Escape}')
  await expectCount(dialog(), 0)
  // The row that had it is no longer a button.
  await expect.element(page.getByRole('main')).toHaveFocus()
  await opensWithout(match.id)
})

test('a visitor on the screen sees the result too, without hits', async () => {
  readAtOnce()
  const match = await world.build(CLUBS)
  await openMatch(match.id)
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  await crowdVotes(match)
  await world.finish(match.id, 61)
  await expect.element(reveal).toHaveAccessibleDescription(SPOKEN)
  await expectCount(reveal.getByText(/^Ton podium/), 0)
  await expectCount(reveal.getByRole('button', { name: 'Partager mon podium' }), 0)
})

test('a visitor who opened the match while its vote was open sees the result when they come back', async () => {
  const match = await world.build(CLUBS)
  await crowdVotes(match)
  await openMatch(match.id)
  await expect.poll(() => localStorage.getItem('tribune-reveals')).toContain(`${match.id}`)
  await openMatch((await world.build(CLUBS)).id)
  await world.finish(match.id, 61)
  await openMatch(match.id)
  await expect.element(reveal).toBeVisible()
})

test('a fan who has voted and comes later sees the result once, and closes it with the keyboard', async () => {
  const id = await sharedMatch()
  await openMatch(id)
  await expect.element(reveal).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(reveal.getByRole('button', { name: 'Fermer' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectCount(dialog(), 0)
  await opensWithout(id)
})

test('the result is shared from its reveal, which shows again afterwards, until a touch outside', async () => {
  await openMatch(await sharedMatch())
  await reveal.getByRole('button', { name: 'Partager le résultat' }).click()
  await expect.element(dialog('Le résultat').getByRole('img')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(reveal.getByRole('button', { name: 'Partager le résultat' })).toHaveFocus()
  await userEvent.click(page.css('[class*="bg-board/95"]'), { position: { x: 20, y: 20 } })
  await expectCount(dialog(), 0)
})

test('visitors by a link and fans of an old match are not interrupted', async () => {
  const old = await votedMatch({ closedAgo: 7 * 24 * 60 + 1 })
  await opensWithout(old.id)
  const id = await sharedMatch()
  await commands.signOut()
  await opensWithout(id)
})

test('a result without a podium is not revealed', async () => {
  await opensWithout((await votedMatch({ rating: null, crowd: false })).id)
})

test('the reveal of a result by official ratings names the ratings, and that it is provisional', async () => {
  const { id } = await votedMatch({ crowd: false })
  const until = new Date(Date.now() + 3_600_000_000).toISOString()
  change<MatchScreen>(SCREEN, (screen) => ({ ...screen, result: { ...screen.result, provisional_until: until } }))
  await openMatch(id)
  await expect.element(reveal.getByText('D’après les notes officielles', { exact: true })).toBeVisible()
  await expect.element(reveal.getByText('Résultat provisoire', { exact: true })).toBeVisible()
  await expect
    .element(reveal)
    .toHaveAccessibleDescription(expect.stringContaining('D’après les notes officielles. Résultat provisoire. Ton'))
})

test('a reveal waits until the fan has closed their dialog', async () => {
  const match = await atVotedMatch()
  await button('Le film du match').click()
  const film = dialog('Le film du match')
  await expect.element(film).toBeVisible()
  await world.finish(match.id, 61)
  await expect.element(page.getByText('Votes clos')).toBeInTheDocument()
  await expect.element(page.getByText('Les meilleurs joueurs du match')).toBeInTheDocument()
  await readsEnded()
  await revealsEnded()
  await expect.element(film).toBeVisible()
  await expectCount(page.css('[role="dialog"]'), 1)
  await film.getByRole('button', { name: 'Fermer' }).click()
  await expect.element(reveal).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Le film du match')).toHaveFocus()
})

test.each([
  ['without a network', navigator, 'onLine', false, window, 'online'],
  ['in another tab', document, 'visibilityState', 'hidden', document, 'visibilitychange'],
] as const)('a reveal waits for a fan who is %s', async (_name, owner, property, value, notified, event) => {
  const id = await sharedMatch()
  Object.defineProperty(owner, property, { value, configurable: true })
  const end = () => void Reflect.deleteProperty(owner, property)
  onTestFinished(end)
  await opensWithout(id)
  end()
  notified.dispatchEvent(new Event(event))
  await expect.element(reveal).toBeVisible()
})

test('a replayed match is revealed again', async () => {
  const id = await sharedMatch()
  await openMatch(id)
  await expect.element(reveal).toBeVisible()
  await opensWithout(id)
  change<MatchScreen>(SCREEN, (screen) => ({ ...screen, attempt: 2 }))
  await openMatch(id)
  await expect.element(reveal).toBeVisible()
})

test('the steps rise third, second, first, and are there at once with reduced motion', async () => {
  await openMatch(await sharedMatch())
  await expectCount(steps(), 3)
  const movements = () =>
    steps()
      .elements()
      .map((step) => getComputedStyle(step).animation)
  expect(movements().every((movement) => movement.startsWith('none'))).toBe(true)
  await commands.emulate({ reducedMotion: 'no-preference' })
  onTestFinished(() => commands.emulate({ reducedMotion: 'reduce' }))
  const delays = () =>
    steps()
      .elements()
      .map((step) => getComputedStyle(step).animationDelay)
  await expect.poll(delays).toEqual(['1.4s', '0.7s', '0s'])
})

test('the reveal is accessible in both themes, and fits the smallest phone and one on its side', async () => {
  await openMatch(await sharedMatch())
  await expect.element(reveal).toBeVisible()
  await expectNoViolation('the reveal of a result')
  for (const size of [SMALL_PHONE, LANDSCAPE]) {
    await expectToFit(size)
    const hidden = () => {
      const { scrollHeight = 0, clientHeight = 0 } = reveal.query() ?? {}
      return scrollHeight - clientHeight
    }
    await expect.poll(hidden).toBe(0)
  }
})
