import type { Output } from '@tribune/contract/endpoint.ts'
import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { getVote } from '@tribune/contract/votes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { NAMES, OFFLINE_SENTENCE } from '../../support/samples.ts'
import { join, signInWithPassword } from '../account/people.ts'
import { expectNoViolation } from '../support/axe.ts'
import { open, readsEnded, textWith } from '../support/screen.ts'
import {
  atMatch,
  BALLOTS,
  ballotsSent,
  button,
  choose,
  dialog,
  expectPicked,
  expectSaved,
  podium,
  SCREEN,
  target,
} from '../support/voting.ts'
import { allow, change, handle, hold, lose, requests } from '../support/wire.ts'
import { castBallot, read, resume, signIn, world } from '../support/world.ts'

const MATCH = 'Stade Clairmont – AS Belleroche'
const waits = () => expect.element(podium().getByText('En attente de réseau')).toBeVisible()
const expectSent = () => expect.element(textWith(`Ton vote pour ${MATCH} est parti.`)).toBeVisible()
const held = () => Object.keys(localStorage).filter((name) => name.startsWith('tribune-held'))

/** Returns the players of the signed-in fan's stored ballot, by place, or null without a ballot. */
async function stored(matchId: number): Promise<number[] | null> {
  const { vote } = await read<{ vote: { top3: { player_id: number }[] } | null }>(`/api/votes/${matchId}`)
  return vote === null ? null : vote.top3.map(({ player_id }) => player_id)
}

/** The attempts at their match that the ballots sent have named. */
const attemptsSent = () => requests(/^\/api\/votes\/\d+$/, 'PUT').map(({ body }) => JSON.parse(body).attempt)

/** Takes the network away, and has the browser report it. Returns a function that brings it back. */
function goOffline(): () => void {
  const end = lose(/^\/api\//)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const goOnline = () => {
    end()
    online.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
  onTestFinished(goOnline)
  return goOnline
}

test('a vote that arrives after the close is shown as too late, and is not counted', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c } = await atMatch()
  const goOnline = goOffline()
  await choose(a, b, c)
  await waits()
  await world.finish(id, 61)
  goOnline()
  await expect.element(textWith(`Trop tard : le vote de ${MATCH} était clos`)).toBeVisible()
  expect(await stored(id)).toBeNull()
  expect(attemptsSent()).toEqual([1])
  expect(held()).toEqual([])
})

test('a vote whose outcome the server does not know counts as neither saved nor failed, and is sent again with the same base', async () => {
  const { id, a } = await atMatch()
  const unknown = { error: { code: 'outcome_unknown', message: 'La réponse du serveur s’est perdue.', id: 'x' } }
  const end = handle(BALLOTS, async (_request, go) => {
    await go()
    return Response.json(unknown, { status: 503, headers: { 'retry-after': '2' } })
  })
  await target(a).click()
  await waits()
  await expect.element(podium().getByText('Enregistré', { exact: false })).not.toBeInTheDocument()
  await expect.element(podium().getByText('Non enregistré')).not.toBeInTheDocument()
  expect(await stored(id)).toEqual([a])
  end()
  window.dispatchEvent(new Event('online'))
  await expectSaved()
  const sent = requests(/^\/api\/votes\/\d+$/, 'PUT').map(({ body }) => JSON.parse(body) as { base?: string | null })
  expect(sent.at(-1)?.base).toBeNull()
  expect(held()).toEqual([])
})

test.each([
  [
    'a page of its own',
    () => new Response('<html>Connexion au Wi-Fi</html>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['an empty answer', () => new Response(null, { status: 204 })],
  ['an error page', () => new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } })],
])('a vote that a captive portal answers with %s waits, and is sent once it lets through', async (_what, portal) => {
  const { id, a, b, c } = await atMatch()
  const end = handle(BALLOTS, async () => portal())
  await choose(a, b, c)
  await waits()
  await expectPicked(a)
  expect(await stored(id)).toBeNull()
  end()
  window.dispatchEvent(new Event('online'))
  await expectSaved()
  expect(await stored(id)).toEqual([a, b, c])
  expect(held()).toEqual([])
})

test('a screen that is out of date never overwrites a newer vote: the fan is asked', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c, d } = await atMatch()
  await choose(a)
  await expectSaved()
  await castBallot(id, [c, d])
  await choose(b)
  await expect.element(dialog('Quel vote garder\u202f?')).toBeVisible()
  expect(await stored(id)).toEqual([c, d])
  await button('Garder l’autre').click()
  await expectPicked(c)
  await expectPicked(a, false)
  expect(await stored(id)).toEqual([c, d])
})

test('a tap is on the phone before it is sent, and a reload sends it', async () => {
  const { id, a, b, c } = await atMatch()
  const release = hold(BALLOTS)
  await choose(a, b, c)
  await expect.poll(() => ballotsSent().length).toBeGreaterThan(0)
  expect(held()).toHaveLength(1)
  await open(`/match/${id}`)
  for (const player of [a, b, c]) await expectPicked(player)
  release()
  await expectSaved()
  expect(await stored(id)).toEqual([a, b, c])
  expect(held()).toEqual([])
})

test('a vote names the attempt at the match that is on the screen', async () => {
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.poll(attemptsSent).not.toEqual([])
  expect(new Set(attemptsSent())).toEqual(new Set([1]))
})

test('a phone without the stream that reads of a replay also reads the ballot again', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => chance.mockRestore())
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expectSaved()
  change<MatchScreen>(SCREEN, (screen) => ({ ...screen, attempt: 2 }))
  change<Output<typeof getVote>>(/^GET \/api\/votes\/\d+$/, () => ({ vote: null }))
  await button('Actualiser').click()
  await expect.element(podium()).toMatchTextContent('0/3')
})

test('a vote that finds the match suspended waits for it, not for the network', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c } = await atMatch()
  const goOnline = goOffline()
  await choose(a, b, c)
  await waits()
  await world.change(id, { status: 'suspended' })
  goOnline()
  await expect.element(page.getByText('Match suspendu')).toBeVisible()
  await expect.element(textWith('Ton vote est gardé sur ce téléphone. Il part dès que le vote reprend')).toBeVisible()
  expect(held()).toHaveLength(1)
})

test('a vote that finds the match postponed waits until it is played, and is sent once the vote opens again', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c } = await atMatch()
  const goOnline = goOffline()
  await choose(a, b, c)
  await waits()
  await world.change(id, { status: 'postponed' })
  goOnline()
  const notice = textWith('Ton vote est gardé sur ce téléphone. Il part si le vote de ce match rouvre')
  await expect.element(page.getByText('Match reporté')).toBeVisible()
  await expect.element(notice).toBeVisible()
  await world.change(id, { status: 'upcoming' })
  await expect.element(page.getByText('Match à venir')).toBeVisible()
  const before = ballotsSent().length
  goOnline()
  await expect.poll(() => ballotsSent().length).toBeGreaterThan(before)
  await expect.element(notice).toBeVisible()
  await world.change(id, { status: 'live', minute: 61 })
  await waits()
  goOnline()
  await expectSent()
  expect(await stored(id)).toEqual([a, b, c])
  expect(held()).toEqual([])
})

test('a vote for a match that was cancelled does not count: the screen shows this before it is sent, and a message after', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c } = await atMatch()
  const arrive = lose(BALLOTS)
  await choose(a, b, c)
  await waits()
  await world.change(id, { status: 'cancelled' })
  await expect
    .element(textWith('Ce match est annulé\u00a0: ton vote, resté sur ce téléphone, ne compte pas.'))
    .toBeVisible()
  arrive()
  window.dispatchEvent(new Event('online'))
  await expect.element(textWith(`Ton vote pour ${MATCH} n’a pas été pris\u00a0: Ce match est annulé.`)).toBeVisible()
  expect(await stored(id)).toBeNull()
  expect(held()).toEqual([])
})

test('a tap in a tab of one account does not vote for another account that has signed in since', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { fan, id, a } = await atMatch()
  await signIn()
  await target(a).click()
  await expect.element(textWith('Ce vote a été fait sous un autre compte.')).toBeVisible()
  expect(await stored(id)).toBeNull()
  await resume(fan)
  expect(await stored(id)).toBeNull()
})

test('a vote is never taken from another account: it waits for its own, and can be erased', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { fan, id, a } = await atMatch()
  const goOnline = goOffline()
  await target(a).click()
  await waits()
  await signIn()
  goOnline()
  const notice = textWith('Un vote fait ici attend, sous un compte qui n’est pas connecté.')
  await expect.element(notice).toBeVisible()
  await expectNoViolation('a ballot of another account waits')
  expect(await stored(id)).toBeNull()
  expect(held()).toHaveLength(1)
  await button('L’effacer').click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(held()).toEqual([])
  await resume(fan)
  expect(await stored(id)).toBeNull()
})

test.each([
  ['Garder celui de ce téléphone', true],
  ['Garder l’autre', false],
])('the fan chooses between a held ballot and a newer one: %s', async (choice, mine) => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a, b, c, d } = await atMatch()
  const goOnline = goOffline()
  await choose(a, b)
  await waits()
  await castBallot(id, [c, d])
  goOnline()
  const question = dialog('Quel vote garder\u202f?')
  await expect.element(question.getByText('1er Éloi Vasseur')).toBeVisible()
  await expect.element(question.getByText('1er Ilian Costa')).toBeVisible()
  expect(await stored(id)).toEqual([c, d])
  await expectNoViolation('two ballots to choose from')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  // Nothing is sent before the fan has chosen.
  const before = ballotsSent().length
  goOnline()
  await readsEnded()
  expect(ballotsSent()).toHaveLength(before)
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(podium().getByText('Changé ailleurs', { exact: true })).toBeVisible()
  await podium().getByRole('button', { name: 'Choisir', exact: true }).click()
  await question.getByRole('button', { name: choice }).click()
  await readsEnded()
  await expect.element(question).not.toBeInTheDocument()
  await expectSaved()
  await expectPicked(a, mine)
  await expectPicked(c, !mine)
  expect(await stored(id)).toEqual(mine ? [a, b] : [c, d])
  expect(held()).toEqual([])
})

test('a vote that waits for its fan is sent once they sign in again, on another screen', async () => {
  // Requests that the profile still made after the session had ended.
  allow(/^401 \/api\/(?:follows$|votes[?/]|me\/)/)
  const email = await join()
  const { id, playerIds } = await world.build({ names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' })
  const [a = 0] = playerIds
  await open(`/match/${id}`)
  await expect.element(page.getByText('Touche trois joueurs')).toBeVisible()
  const goOnline = goOffline()
  await target(a).click()
  await waits()
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await commands.signOut()
  goOnline()
  await expect.element(textWith('Il ne partira qu’avec le compte qui l’a fait.')).toBeVisible()
  await signInWithPassword(email)
  await expectSent()
  expect(await stored(id)).toEqual([a])
  expect(held()).toEqual([])
})

test('signing out erases a vote that waits, once the fan knows', async () => {
  const { a } = await atMatch()
  lose(BALLOTS)
  await target(a).click()
  await waits()
  await open('/profile')
  expect(held()).toHaveLength(1)
  const warning = textWith('Un vote attend le réseau sur ce téléphone : te déconnecter l’efface.')
  await button('Se déconnecter').click()
  await expect.element(warning).toBeVisible()
  await expectNoViolation('a vote that waits would be erased')
  await button('Rester connecté').click()
  await expect.element(warning).not.toBeInTheDocument()
  expect(held()).toHaveLength(1)
  await button('Se déconnecter').click()
  await expect.element(warning).toBeVisible()
  await button('Se déconnecter').click()
  await expect.element(button('Recevoir mon code')).toBeVisible()
  expect(localStorage.getItem('tribune-fan')).toBeNull()
  expect(held()).toEqual([])
})

test('a stored vote that was tampered with is deleted, and neither shown nor sent', async () => {
  const { fan, id, a, b, c, d } = await atMatch()
  const elsewhere = await world.build({ names: NAMES })
  await target(a).click()
  await expectSaved()
  const sent = ballotsSent().length
  const picks = [a, b, c, d].map((player_id, index) => ({ position: index + 1, player_id, player_name: null }))
  const whole = { fanId: fan.id, matchId: id, picks, at: Date.now(), base: null, tried: [], home: 'A', away: 'B' }
  const one = JSON.stringify({ ...whole, picks: picks.slice(0, 1) })
  localStorage.setItem(`tribune-held-${id}-${fan.id}`, JSON.stringify(whole))
  localStorage.setItem(`tribune-held-${elsewhere.id}-${fan.id}`, one)
  await open(`/match/${id}`)
  await expectSaved()
  await expectPicked(d, false)
  await expect.poll(held).toEqual([])
  expect(await stored(id)).toEqual([a])
  expect(ballotsSent()).toHaveLength(sent)
})

test('a vote of a phone whose clock was weeks behind is sent, not forgotten', async () => {
  const { id, a } = await atMatch()
  const goOnline = goOffline()
  await choose(a)
  await waits()
  const [name = ''] = held()
  const ballot = JSON.parse(localStorage.getItem(name) ?? '{}')
  localStorage.setItem(name, JSON.stringify({ ...ballot, at: ballot.at - 60 * 86_400_000 }))
  goOnline()
  await expectSaved()
  expect(await stored(id)).toEqual([a])
})

test('a phone without free storage holds no ballot: the pick is undone, with the reason', async () => {
  const { a, b } = await atMatch()
  goOffline()
  await choose(a)
  await waits()
  const { setItem } = Storage.prototype
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, text) {
    if (name.startsWith('tribune-held')) throw new DOMException('', 'QuotaExceededError')
    setItem.call(this, name, text)
  })
  onTestFinished(() => full.mockRestore())
  await choose(b)
  await expect.element(textWith(`Erreur: ${OFFLINE_SENTENCE}`)).toBeVisible()
  await expectPicked(a)
  await expectPicked(b, false)
  expect(held()).toHaveLength(1)
})

test('a vote that is lost after its fan has signed out is not left on the phone', async () => {
  const { a } = await atMatch()
  lose(BALLOTS)
  const release = hold(BALLOTS)
  await choose(a)
  await expect.poll(() => ballotsSent().length).toBe(1)
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await button('Se déconnecter').click()
  await expect.element(textWith('Un vote attend le réseau sur ce téléphone : te déconnecter l’efface.')).toBeVisible()
  await button('Se déconnecter').click()
  await expect.element(button('Recevoir mon code')).toBeVisible()
  release()
  await readsEnded()
  expect(held()).toEqual([])
})
