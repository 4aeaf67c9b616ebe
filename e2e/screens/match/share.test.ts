import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open, press } from '../support/screen.ts'
import { button, dialog, rememberRevealed } from '../support/voting.ts'
import { endAtTap, lose } from '../support/wire.ts'
import { castBallot, savedAfter, signIn, world } from '../support/world.ts'

const CLUBS = { home: 'FC Rive', away: 'Stade Aval', names: ['Ana Rivage', 'Bo Sel', 'Cy Dune'] }

/** Stands in for a phone's sheet: remembers what it was given, or ends as a test asks. */
function withSheet(outcome: 'shared' | 'AbortError' | 'NotAllowedError'): ShareData[] {
  const given: ShareData[] = []
  const share = async (data: ShareData) => {
    if (outcome !== 'shared') throw new DOMException('', outcome)
    given.push(data)
  }
  const sheet = { share, canShare: () => true }
  for (const [name, value] of Object.entries(sheet)) {
    Object.defineProperty(navigator, name, { value, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, name))
  }
  return given
}

/** A signed-in fan with three picks on an open match. */
async function votedMatch() {
  await signIn()
  const match = await world.build({ ...CLUBS, score: [3, 1], rating: 7 })
  expect(await castBallot(match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  return match
}

const copied = () => navigator.clipboard.readText()
const toast = () => page.getByText('Lien copié')
const widthOf = (picture: ReturnType<typeof page.getByRole>) => () =>
  (picture.query() as HTMLImageElement | null)?.naturalWidth

test('without a share sheet, the link of a match is copied', async () => {
  const match = await world.build(CLUBS)
  await open(`/match/${match.id}`)
  await button('Partager le match').click()
  await expect.element(toast()).toBeVisible()
  expect(await copied()).toBe(`${location.origin}/match/${match.id}`)
})

test('without a share sheet, the link of a player is copied by keyboard', async () => {
  const [player] = (await world.build(CLUBS)).playerIds
  await open(`/player/${player}`)
  await press(button('Partager ce joueur'), '{Enter}')
  await expect.element(toast()).toBeVisible()
  expect(await copied()).toBe(`${location.origin}/player/${player}`)
})

test('the phone’s share sheet gets the match', async () => {
  const match = await world.build(CLUBS)
  const given = withSheet('shared')
  await open(`/match/${match.id}`)
  await button('Partager le match').click()
  await expect.poll(() => given).toMatchObject([{ title: 'FC Rive – Stade Aval', url: location.href }])
})

test('closing the phone’s share sheet shows no message', async () => {
  const match = await world.build(CLUBS)
  withSheet('AbortError')
  await open(`/match/${match.id}`)
  await button('Partager le match').click()
  await expect.element(button('Partager le match')).toBeEnabled()
  await expectCount(toast(), 0)
})

test('if the phone refuses its share sheet, the link is copied', async () => {
  const match = await world.build(CLUBS)
  withSheet('NotAllowedError')
  await open(`/match/${match.id}`)
  await button('Partager le match').click()
  await expect.element(toast()).toBeVisible()
})

test('a fan shares their own podium as a picture', async () => {
  const match = await votedMatch()
  const given = withSheet('shared')
  await open(`/match/${match.id}`)
  await button('Partager mon podium').click()
  const window = dialog('Mon podium')
  await expect.element(window.getByText('Sans le score tant que le vote est ouvert.')).toBeVisible()
  const picture = window.getByRole('img', { name: 'Image à partager\u00a0: mon podium de FC Rive – Stade Aval' })
  await expect.poll(widthOf(picture)).toBe(1080)
  await expectNoViolation('podium window')
  await window.getByRole('button', { name: 'Partager' }).click()
  await expect.poll(() => given.length).toBe(1)
  const [{ files = [], text } = {}] = given
  expect(files.map(({ name, type }) => [name, type])).toEqual([[`tribune-podium-${match.id}.png`, 'image/png']])
  expect(text).toContain(`${location.origin}/match/${match.id}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Partager mon podium')).toHaveFocus()
})

test('a failed picture shows an error and can be requested again; if files cannot be shared, the link can be copied', async () => {
  const match = await votedMatch()
  const draw = lose(/^\/share\/podium\//)
  await open(`/match/${match.id}`)
  await button('Partager mon podium').click()
  const window = dialog('Mon podium')
  await expect.element(window.getByRole('alert')).toMatchTextContent('L’image n’a pas pu être dessinée.')
  endAtTap(draw)
  await window.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(window.getByRole('img')).toBeVisible()
  await expectCount(window.getByRole('button', { name: 'Partager' }), 0)
  await window.getByRole('button', { name: 'Copier le lien du match' }).click()
  await expect.element(toast()).toBeVisible()
})

test('where files are not shared the picture is saved on the device', async () => {
  const match = await votedMatch()
  await open(`/match/${match.id}`)
  await button('Partager mon podium').click()
  const window = dialog('Mon podium')
  await expect.element(window.getByRole('img')).toBeVisible()
  const { bytes } = await savedAfter(() => window.getByRole('button', { name: 'Télécharger l’image' }).click())
  // The width and height of a PNG are in its first 24 bytes.
  const { buffer } = bytes
  expect([16, 20].map((at) => new DataView(buffer).getUint32(at))).toEqual([1080, 1920])
})

test('a published result is shared as a picture, and so is the fan’s own podium', async () => {
  const match = await votedMatch()
  await world.finish(match.id, 61)
  rememberRevealed(match.id)
  const given = withSheet('shared')
  await open(`/match/${match.id}`)
  const opener = page.getByRole('main').getByRole('button', { name: 'Partager le résultat' }).last()
  await opener.click()
  const result = dialog('Le résultat')
  const picture = result.getByRole('img', {
    name: 'Image à partager\u00a0: les meilleurs joueurs de FC Rive – Stade Aval',
  })
  await expect.poll(widthOf(picture)).toBe(1080)
  await result.getByRole('button', { name: 'Partager' }).click()
  await expect.poll(() => given.map(({ files }) => files?.[0]?.name)).toEqual([`tribune-result-${match.id}.png`])
  await userEvent.keyboard('{Escape}')
  await expect.element(opener).toHaveFocus()
  await button('Partager mon podium').click()
  const podium = dialog('Mon podium')
  await expect.element(podium.getByRole('img')).toBeVisible()
  await expectCount(podium.getByText('Sans le score', { exact: false }), 0)
})
