import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { DESKTOP, NAMES, PHONE } from '../../support/samples.ts'
import { expectCount, open, textsOf } from '../support/screen.ts'
import {
  atMatch,
  BALLOTS,
  BUSY,
  ballotsSent,
  button,
  choose,
  dialog,
  expectPicked,
  expectSaved,
  podium,
  remove,
  row,
  rows,
  signInByDialog,
  target,
} from '../support/voting.ts'
import { allow, endAtTap, hold, lose, refuse, requests } from '../support/wire.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'

const place = (name: string) => podium().getByRole('button', { name })

test('with reduced motion a complete vote has no confetti', async () => {
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expectCount(page.css('body > canvas'), 0)
})

test('a tap on a pick opens the choice of places, a new player can take a place, and each change can be undone', async () => {
  const { a, b, c } = await atMatch()
  await choose(a, b)
  await target(a).click()
  await expect.element(dialog('Quelle place pour Éloi Vasseur\u202f?')).toBeVisible()
  await dialog().getByRole('button', { name: 'Retirer du podium' }).click()
  await expectPicked(a, false)
  await row(c).getByRole('button', { name: 'Choisir une place pour Ilian Costa' }).click()
  await dialog().getByRole('button', { name: '2e, remplace Tomàs Brunel' }).click()
  await expect.element(place('2e, Ilian Costa\u00a0: changer')).toBeVisible()
  await expectPicked(b, false)
  await button('Annuler le dernier changement').click()
  await expect.element(place('2e, Tomàs Brunel\u00a0: changer')).toBeVisible()
  await expectPicked(c, false)
  await expectSaved()
})

test('the profile counts a complete vote, and no longer once it has lost a pick', async () => {
  const { a, b, c } = await atMatch()
  const counted = page.getByRole('definition').nth(1)
  const profile = page.getByRole('link', { name: 'Profil' })
  await choose(a, b, c)
  await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await profile.click()
  await expect.element(counted).toHaveTextContent('1')
  history.back()
  await expectPicked(a)
  await remove(a)
  await expect.element(podium()).toMatchTextContent('2/3')
  await expect.element(podium().getByText('Ne compte plus')).toBeVisible()
  await expect.element(podium().getByText('Enregistré', { exact: true })).not.toBeInTheDocument()
  await profile.click()
  await expect.element(page.getByText('Incomplet, 2/3')).toBeVisible()
  await expect.element(counted).toHaveTextContent('0')
})

test.each([
  ['a phone', PHONE],
  ['a wide screen', DESKTOP],
])('two namesakes on the podium keep their first names on %s', async (_name, { width, height }) => {
  await page.viewport(width, height)
  const { a, b, c } = await atMatch({ names: ['Renan Mendosa', 'Moussa Diarra', 'G. Mendosa'] })
  await choose(a, b, c)
  const places = page.getByRole('list', { name: 'Mon podium' }).getByRole('listitem')
  await expect.poll(() => textsOf(places.css('bdi'))).toEqual(['Renan Mendosa', 'Diarra', 'G. Mendosa'])
  await expectSaved()
})

test('a fourth player asks whom they replace, and a place can be cleared from the podium', async () => {
  const { a, b, c, d } = await atMatch()
  await choose(a, b, c, d)
  const choice = dialog('Quelle place pour Noé Damour\u202f?')
  await expect.element(choice.getByText('Ton podium est complet\u00a0: choisis qui remplacer.')).toBeVisible()
  await choice.getByRole('button', { name: '2e, remplace Tomàs Brunel' }).click()
  await expectPicked(d)
  await expectPicked(b, false)
  await place('3e, Ilian Costa\u00a0: changer').click()
  await dialog().getByRole('button', { name: 'Retirer du podium' }).click()
  await expect.element(podium()).toMatchTextContent('2/3')
  await expectSaved()
})

test('two picks swap their places in one save, and the vote stays complete', async () => {
  const { id, a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.element(page.getByText('Vote effectué ! Changer mon vote')).toBeInTheDocument()
  await expectSaved()
  const before = ballotsSent().length
  await place('3e, Ilian Costa\u00a0: changer').click()
  await dialog().getByRole('button', { name: '1er, échange avec Éloi Vasseur' }).click()
  await expect.element(place('1er, Ilian Costa\u00a0: changer')).toBeVisible()
  await expect.element(place('3e, Éloi Vasseur\u00a0: changer')).toBeVisible()
  await expect.element(podium()).toMatchTextContent('3/3')
  await expectSaved()
  await open(`/match/${id}`)
  await expect.element(place('1er, Ilian Costa\u00a0: changer')).toBeVisible()
  expect(ballotsSent().slice(before)).toEqual([[c, b, a]])
})

test('an empty podium is not sent, shows a message, and the last podium can be restored', async () => {
  const { a, b } = await atMatch()
  await target(a).click()
  await expectSaved()
  const before = ballotsSent().length
  await remove(a)
  await expect
    .element(page.getByText('Un vote vide ne s’enregistre pas\u00a0: ton dernier choix reste gardé.'))
    .toBeVisible()
  await button('Le reprendre').click()
  await expectPicked(a)
  await target(b).click()
  await expect.poll(() => ballotsSent().slice(before)).toEqual([[a, b]])
  await expectSaved()
})

test('a visitor’s tap opens the sign-in dialog, which then closes and casts the vote', async () => {
  const match = await world.build()
  await open(`/match/${match.id}`)
  const player = match.playerIds[4] ?? 0
  await target(player).click()
  await signInByDialog()
  await expect.element(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await expectPicked(player)
})

test('a pick after the session has ended asks to sign in again, and is retained', async () => {
  allow(/^401 \/api\/votes\/\d+$/)
  const { id, playerIds } = await world.build()
  const [a = 0, b = 0] = playerIds
  await open(`/match/${id}`)
  await target(a).click()
  await signInByDialog()
  await expectSaved()
  await commands.signOut()
  await target(b).click()
  await signInByDialog()
  await expectPicked(b)
  await expectSaved()
})

test('a vote that cannot be saved is rolled back, says why, and can be retried', async () => {
  const { a, b } = await atMatch()
  await target(a).click()
  await expectSaved()
  const restore = refuse(BALLOTS, 503, BUSY)
  const release = hold(BALLOTS)
  await target(b).click()
  await expectPicked(b)
  release()
  await expect.element(page.getByText(/^Erreur: /)).toBeVisible()
  await expect.element(page.getByText('Non enregistré')).toBeVisible()
  await expect.element(page.getByText('Ton podium précédent est revenu.')).toBeVisible()
  await expectPicked(a)
  await expectPicked(b, false)
  restore()
  await target(b).click()
  await expect.element(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
})

test('on a slow network the changes made during a save go together, and the last state wins', async () => {
  const { id, a, b, c, d } = await atMatch()
  const release = hold(BALLOTS)
  await target(a).click()
  await expect.poll(() => ballotsSent().length).toBe(1)
  await choose(b, c)
  await remove(c)
  await choose(d)
  await expect.element(podium()).toMatchTextContent('Enregistrement…')
  release()
  await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expectSaved()
  expect(ballotsSent()).toEqual([[a], [a, b, d]])
  expect((await read<{ vote: { complete: boolean } }>(`/api/votes/${id}`)).vote.complete).toBe(true)
})

test('a vote that arrives after the close is refused with a message, and the screen closes the vote', async () => {
  allow(/^409 \/api\/votes\/\d+$/)
  const { id, a } = await atMatch()
  const release = hold(BALLOTS)
  await target(a).click()
  await expect.poll(() => ballotsSent().length).toBe(1)
  await world.finish(id, 61)
  release()
  await expect.element(page.getByText('Erreur: Les votes sont clos pour ce match.')).toBeVisible()
  await expect.element(page.getByText('Votes clos')).toBeVisible()
  await expect.element(podium()).not.toBeInTheDocument()
})

test.each([
  ['finished', (id: number) => world.finish(id, 61), 'Les votes sont clos pour ce match.'],
  ['suspended', (id: number) => world.change(id, { status: 'suspended' }), 'Ce match est suspendu.'],
] as const)('a choice of a place ends with the vote, and says that the match is %s', async (_state, end, why) => {
  const { id, a, b, c, d } = await atMatch()
  await choose(a, b, c, d)
  await expect.element(dialog()).toBeVisible()
  await expectSaved()
  await end(id)
  await expect.element(page.getByText(why)).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('an incomplete ballot is restored, and invites to complete it', async () => {
  await signIn()
  const match = await world.build({ names: NAMES })
  const [a = 0, b = 0] = match.playerIds
  expect(await castBallot(match.id, [b, a])).toMatchObject({ status: 200 })
  await open(`/match/${match.id}`)
  await expect.element(page.getByText('Ton vote n’est pas complet\u00a0: encore 1\u00a0joueur.')).toBeInTheDocument()
  await expect.element(podium()).toMatchTextContent('2/3')
  await expect.element(rows().first()).toHaveAttribute('data-player', String(b))
})

test('an earlier ballot on its way is not shown as an empty podium', async () => {
  await signIn()
  const match = await world.build({ names: NAMES })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  const release = hold(/^GET \/api\/votes\/\d+$/)
  await open(`/match/${match.id}`)
  await expect.element(podium()).toMatchTextContent('Lecture de ton vote…')
  await expect.element(podium()).not.toMatchTextContent('0/3')
  await expect.element(podium()).not.toMatchTextContent('Libre')
  release()
  await expect.element(podium()).toMatchTextContent('3/3')
})

test('a ballot that cannot be read is not overwritten', async () => {
  await signIn()
  const match = await world.build({ names: NAMES })
  const [a = 0, b = 0, c = 0, d = 0] = match.playerIds
  expect(await castBallot(match.id, [a, b, c])).toMatchObject({ status: 200 })
  const before = ballotsSent().length
  const letRead = refuse(/^GET \/api\/votes\/\d+$/, 403)
  const unread = page.getByText('Ton vote n’a pas pu être lu.')
  await open(`/match/${match.id}`)
  await expect.element(unread).toBeVisible()
  await expect.element(podium()).not.toMatchTextContent('Libre')
  // A pick reads again.
  const reads = () => requests(/^\/api\/votes\/\d+$/).length
  const first = reads()
  await target(d).click()
  await expect.poll(reads).toBeGreaterThan(first)
  await expect.element(unread).toBeVisible()
  await expectPicked(d, false)
  endAtTap(letRead)
  await button('Réessayer').click()
  for (const player of [a, b, c]) await expectPicked(player)
  await expectPicked(d, false)
  await remove(c)
  await expect.poll(() => ballotsSent().slice(before)).toEqual([[a, b]])
  await expectSaved()
})

test('a vote made elsewhere shows when the fan comes back to the screen', async () => {
  const { id, a, b, c } = await atMatch()
  expect(await castBallot(id, [a, b, c])).toMatchObject({ status: 200 })
  await expectPicked(a, false)
  document.dispatchEvent(new Event('visibilitychange'))
  for (const player of [a, b, c]) await expectPicked(player)
})

/** Records vibrations from now on. */
function countVibrations(): VibratePattern[] {
  const vibrations: VibratePattern[] = []
  Object.defineProperty(navigator, 'vibrate', {
    value: (pattern: VibratePattern) => vibrations.push(pattern) > 0,
    configurable: true,
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'))
  return vibrations
}

test('before the 60th minute a tap only vibrates', async () => {
  const match = await world.build({ minute: 59 })
  const vibrations = countVibrations()
  await open(`/match/${match.id}`)
  const player = match.playerIds[0] ?? 0
  await expect.element(target(player)).toHaveAttribute('aria-disabled', 'true')
  await target(player).click({ force: true })
  await expect.poll(() => vibrations).toEqual([[30, 30, 30]])
  await expectPicked(player, false)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a pick, a complete vote, a refusal and a ballot that waits vibrate', async () => {
  const vibrations = countVibrations()
  const { a, b, c, d } = await atMatch()
  await choose(a, b, c)
  await expect.poll(() => vibrations).toEqual([10, 10, 10, 30])
  const again = refuse(BALLOTS, 503, BUSY)
  await target(d).click()
  await dialog().getByRole('button', { name: /^1er/ }).click()
  await expect.poll(() => vibrations).toEqual([10, 10, 10, 30, 10, [30, 30, 30]])
  again()
  lose(BALLOTS)
  await target(d).click()
  await dialog().getByRole('button', { name: /^1er/ }).click()
  await expect.poll(() => vibrations).toEqual([10, 10, 10, 30, 10, [30, 30, 30], 10, 20])
})
