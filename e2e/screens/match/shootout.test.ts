import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { LONG_CLUB, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { openMatch } from '../support/voting.ts'
import { world } from '../support/world.ts'

const WON: MatchState = {
  status: 'finished',
  period: 'PEN',
  finishedAgo: 20,
  score: [1, 1],
  kicks: [3, 4],
  home: 'Stade Clairmont',
  away: 'AS Belleroche',
  players: 4,
}
const main = () => page.getByRole('main')

describe('a match decided on penalties', () => {
  test('shows its score and that of the shoot-out in its header', async () => {
    const { id } = await world.build(WON)
    await openMatch(id)
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent('Stade Clairmont 1, AS Belleroche 1, 3 – 4 aux tirs au but')
    await expect.element(main().getByText('3\u00a0–\u00a04 aux tirs au but', { exact: true }).first()).toBeVisible()
  })

  test('dims the goals of the side that has lost, although the score is level', async () => {
    const { id } = await world.build({ ...WON, score: [7, 7] })
    await openMatch(id)
    const goals = main().getByText('7', { exact: true })
    await expectCount(goals, 2)
    const [home, away] = goals.elements().map((goal) => getComputedStyle(goal).color)
    expect(home).not.toBe(away)
  })

  test('shows the penalties so far while it goes on', async () => {
    const { id } = await world.build({ ...WON, status: 'live', minute: 120, period: 'P', kicks: [2, 2] })
    await openMatch(id)
    await expect.element(main().getByText('Tirs au but 2\u00a0–\u00a02', { exact: true }).first()).toBeVisible()
  })

  test('fits on a small phone, on its own screen, the home screen and in the history', async () => {
    const { id } = await world.build({
      ...WON,
      home: LONG_CLUB,
      competitionId: 882_001,
      competition: 'Coupe de Clairmont',
    })
    await openMatch(id)
    await expectToFit(SMALL_PHONE)
    for (const address of ['/?c=882001', '/history?c=882001']) {
      await open(address)
      await expect.element(main().getByText('3\u00a0–\u00a04 aux tirs au but', { exact: true }).first()).toBeVisible()
      await expectToFit(SMALL_PHONE)
    }
  })
})
