import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NAMES } from '../../support/samples.ts'
import { open } from '../support/screen.ts'
import { atMatch, choose, dialog, expectPicked, expectSaved, podium, row, target } from '../support/voting.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'

const GONE =
  'Éloi Vasseur n’est plus dans la composition. Tes autres choix comptent\u202f; touche sa place pour la libérer.'
const IDLE =
  'Éloi Vasseur n’a pas joué\u00a0: ce choix ne comptera pas. Tes autres choix comptent\u202f; touche sa place pour la libérer.'

const place = (name: string) => podium().getByRole('button', { name })
const IDLE_PLACE = '1er, Éloi Vasseur, qui n’a pas joué\u00a0: libérer la place'

/** The ballot as the server keeps it. */
async function storedBallot(id: number) {
  const { vote } = await read<{ vote: { top3: { player_id: number }[]; complete: boolean } }>(`/api/votes/${id}`)
  return { picks: vote.top3.map(({ player_id }) => player_id), complete: vote.complete }
}

/** The podium shows who left, struck through, and says what becomes of the vote. */
async function expectStruck(): Promise<void> {
  await expect.element(podium().getByText(GONE)).toBeVisible()
  await expect
    .element(place('1er, Éloi Vasseur, qui n’est plus dans la composition\u00a0: libérer la place'))
    .toBeVisible()
  const name = podium()
    .css('bdi')
    .filter({ hasText: /^Vasseur$/ })
  await expect.element(name).toHaveStyle({ textDecorationLine: 'line-through' })
  await expect.element(podium()).toMatchTextContent('3/3')
}

test('a pick who has left the lineup stays in the ballot and is named, and the next pick takes their place', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ names: NAMES })
  const [a = 0, b = 0, c = 0, d = 0] = playerIds
  expect(await castBallot(id, [a, b, c])).toMatchObject({ status: 200 })
  await world.strike(id, a)
  await open(`/match/${id}`)
  await expect.element(page.getByText('Vote effectué ! Changer mon vote')).toBeInTheDocument()
  await expectStruck()
  await expect.element(row(a)).not.toBeInTheDocument()
  expect(await storedBallot(id)).toEqual({ picks: [a, b, c], complete: true })

  await target(d).click()
  await expect.element(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect.element(podium().getByRole('button', { name: '1er, Noé Damour\u00a0: changer' })).toBeVisible()
  await expect.element(podium().getByText(GONE)).not.toBeInTheDocument()
  expect(await storedBallot(id)).toEqual({ picks: [d, b, c], complete: true })
})

test('a pick who leaves the lineup before the fan’s eyes is named too, and a change of the others frees the place', async () => {
  // Open screens read a corrected lineup again at moments of chance, so that they do not all come at once.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => chance.mockRestore())
  const { id, a, b, c, d } = await atMatch()
  await choose(a, b, c)
  await expect.element(page.getByText('Vote effectué ! Changer mon vote')).toBeInTheDocument()
  await world.strike(id, a)
  await expectStruck()

  await podium().getByRole('button', { name: '3e, Ilian Costa\u00a0: changer' }).click()
  await dialog().getByRole('button', { name: '1er, place libre' }).click()
  await expect.element(podium()).toMatchTextContent('2/3')
  await expect.element(podium().getByText(GONE)).not.toBeInTheDocument()
  await target(d).click()
  await expect.element(page.getByText('Vote complet enregistré ! 🎉').last()).toBeVisible()
  await expect.poll(() => storedBallot(id)).toEqual({ picks: [c, b, d], complete: true })
})

test('a pick found not to have played is named, and changes of the other places still work', async () => {
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => chance.mockRestore())
  const { id, a, b, c, d } = await atMatch()
  await choose(a, b, c)
  await expectSaved()
  await world.strike(id, a, 'idle')
  await expect.element(podium().getByText(IDLE)).toBeVisible()
  await expect.element(place(IDLE_PLACE)).toBeVisible()
  await expect.element(row(a)).toMatchTextContent('N’a pas joué')

  await podium().getByRole('button', { name: '3e, Ilian Costa\u00a0: changer' }).click()
  await dialog()
    .getByRole('button', { name: /échange avec/ })
    .click()
  await expect.poll(() => storedBallot(id)).toEqual({ picks: [a, c, b], complete: true })
  await expect.element(podium().getByText(IDLE)).toBeVisible()
  await expect.element(podium()).toMatchTextContent('3/3')

  await place(IDLE_PLACE).click()
  await expect.element(podium()).toMatchTextContent('2/3')
  await expect.element(podium().getByText(IDLE)).not.toBeInTheDocument()
  await target(d).click()
  await expect.poll(() => storedBallot(id)).toEqual({ picks: [d, c, b], complete: true })
})

test('a tap on the row of a pick who did not play frees the place', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ names: NAMES })
  const [a = 0, b = 0, c = 0] = playerIds
  expect(await castBallot(id, [a, b, c])).toMatchObject({ status: 200 })
  await world.strike(id, a, 'idle')
  await open(`/match/${id}`)
  await expect.element(podium().getByText(IDLE)).toBeVisible()
  await target(a).click()
  await expect.poll(() => storedBallot(id)).toEqual({ picks: [b, c], complete: false })
  await expect.element(podium().getByText(IDLE)).not.toBeInTheDocument()
})

test('several struck picks are named by one sentence for each reason, with what is left of the ballot', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ names: NAMES })
  const [a = 0, b = 0, c = 0] = playerIds
  expect(await castBallot(id, [a, b, c])).toMatchObject({ status: 200 })
  for (const player of [a, b]) await world.strike(id, player, 'idle')
  await open(`/match/${id}`)
  const both = 'Éloi Vasseur et Tomàs Brunel n’ont pas joué\u00a0: ces choix ne compteront pas.'
  const one = `${both} Ton autre choix compte\u202f; touche leur place pour la libérer.`
  await expect.element(podium().getByText(one)).toBeVisible()
  await world.strike(id, c)
  await open(`/match/${id}`)
  const none = `${both} Ilian Costa n’est plus dans la composition. Touche leur place pour la libérer.`
  await expect.element(podium().getByText(none)).toBeVisible()
})

const EARLIER = 'ne compte plus'
const LOCKED = 'Les votes ouvrent à la 60ème minute'
const expectNoPick = (playerId: number) => expect.element(row(playerId)).not.toMatchTextContent('de ton podium')
/** The cards of this match in the fan's own list, the newest ballot first. */
const cards = () => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Stade Clairmont' })

test('a fan whose match is replayed finds the earlier ballot as one that no longer counts, and votes again from minute 60', async () => {
  // Open screens read the fan's ballot again at moments of chance, so that they do not all come at once.
  const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
  onTestFinished(() => chance.mockRestore())
  const again = (period: string, minute: number, observedAgo: number) =>
    world.report(id, { period, minute, observedAgo, kickoffIn: -80 })
  const { id, a, b, c, d } = await atMatch({ kickoffIn: -1_500, observedAgo: 240 })
  await choose(a, b, c)
  await expectSaved()

  await again('1H', 5, 75)
  await expect.element(page.getByText(LOCKED)).toBeVisible()
  await again('1H', 7, 73)
  await expectNoPick(a)
  await open('/profile')
  await expect.element(cards()).toMatchTextContent(EARLIER)

  await again('2H', 61, 1)
  await open(`/match/${id}`)
  await expectPicked(a, false)
  await expectNoPick(a)
  await choose(d, a, b)
  await expectSaved()
  await open('/profile')
  await expect.element(page.getByText('votes complets')).toBeVisible()
  await expect.element(cards().nth(1)).toMatchTextContent(EARLIER)
  await expect.element(cards().first()).not.toMatchTextContent(EARLIER)
})
