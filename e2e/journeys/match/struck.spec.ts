import type { Page } from '@playwright/test'
import { LIVE_SPREAD_MS } from '@tribune/protocol/live.ts'
import { castBallot } from '../../support/api.ts'
import { atMatch, choose, podium, row, target } from '../../support/match.ts'
import { expect, test, type World } from '../../support/world.ts'

const GONE =
  'Éloi Vasseur n’est plus dans la composition. Ton vote est gardé\u202f; à ton prochain changement, sa place se libère.'

/** The ballot as the server keeps it. */
async function kept(world: World, { fan, id }: Awaited<ReturnType<typeof atMatch>>) {
  const answer = await fetch(`${world.url}/api/votes/${id}`, { headers: { cookie: fan.cookie } })
  const { vote } = (await answer.json()) as { vote: { top3: { player_id: number }[]; complete: boolean } }
  return { picks: vote.top3.map(({ player_id }) => player_id), complete: vote.complete }
}

/** The podium shows who left, struck through, and says what becomes of the vote. */
async function expectStruck(page: Page): Promise<void> {
  // Open screens read a corrected lineup again at moments of chance, so that they do not all come at once.
  await expect(podium(page).getByText(GONE)).toBeVisible({ timeout: LIVE_SPREAD_MS.lineup + 10_000 })
  await expect(podium(page).getByText('1er, Éloi Vasseur, qui n’est plus dans la composition')).toBeAttached()
  const name = podium(page).locator('span[aria-hidden]', { hasText: /^Vasseur$/ })
  await expect(name).toHaveCSS('text-decoration-line', 'line-through')
  await expect(podium(page)).toContainText('3/3')
}

test('a pick who has left the lineup is kept and named, and the next one takes their place', async ({
  page,
  world,
}) => {
  const voting = await atMatch(page, world)
  const { fan, id, a, b, c, d } = voting
  await page.goto('about:blank')
  expect(await castBallot(world, fan.cookie, id, [a, b, c])).toMatchObject({ status: 200 })
  await world.strike(id, a)
  await page.goto(`/match/${id}`)
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
  await expectStruck(page)
  await expect(row(page, a)).toHaveCount(0)
  expect(await kept(world, voting)).toEqual({ picks: [a, b, c], complete: true })

  await target(page, d).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(podium(page).getByRole('button', { name: '1er, Noé Damour\u00a0: changer' })).toBeVisible()
  await expect(podium(page).getByText(GONE)).toHaveCount(0)
  expect(await kept(world, voting)).toEqual({ picks: [d, b, c], complete: true })
})

test('a pick who leaves the lineup before the fan’s eyes is named too, and a change of the others frees the place', async ({
  page,
  world,
}) => {
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  const voting = await atMatch(page, world)
  const { id, a, b, c, d } = voting
  await stream
  await choose(page, a, b, c)
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
  await world.strike(id, a)
  await expectStruck(page)

  await podium(page).getByRole('button', { name: '3e, Ilian Costa\u00a0: changer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '1er, place libre' }).click()
  await expect(podium(page)).toContainText('2/3')
  await expect(podium(page).getByText(GONE)).toHaveCount(0)
  await target(page, d).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉').last()).toBeVisible()
  await expect.poll(() => kept(world, voting)).toEqual({ picks: [c, b, d], complete: true })
})
