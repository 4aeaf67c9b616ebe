import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../support/screen.ts'
import { atMatch, choose, isPicked, isSaved, row } from '../support/voting.ts'
import { world } from '../support/world.ts'

const EARLIER = 'ne compte plus'
const LOCKED = 'Les votes ouvrent à la 60ème minute'
const isNoPick = (playerId: number) => expect.element(row(playerId)).not.toMatchTextContent('de ton podium')
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
  await isSaved()

  await again('1H', 5, 75)
  await expect.element(page.getByText(LOCKED)).toBeVisible()
  await again('1H', 7, 73)
  await isNoPick(a)
  await open('/profile')
  await expect.element(cards()).toMatchTextContent(EARLIER)

  await again('2H', 61, 1)
  await open(`/match/${id}`)
  await isPicked(a, false)
  await isNoPick(a)
  await choose(d, a, b)
  await isSaved()
  await open('/profile')
  await expect.element(page.getByText('votes complets')).toBeVisible()
  await expect.element(cards().nth(1)).toMatchTextContent(EARLIER)
  await expect.element(cards().first()).not.toMatchTextContent(EARLIER)
})
