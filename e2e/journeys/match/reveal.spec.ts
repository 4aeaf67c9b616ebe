import { openMatch } from '../../support/match.ts'
import { expect, test } from '../../support/world.ts'

test('of two open tabs of a phone one reveals a result, and neither does so after a reload', async ({
  page,
  world,
}) => {
  const match = await world.build({ home: 'Étoile des Deux', away: 'Racing du Soir' })
  const tabs = [page, await page.context().newPage()]
  for (const tab of tabs) {
    await openMatch(tab, match.id)
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('tribune-reveals'))).toContain(`${match.id}`)
  }
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => match.playerIds.slice(0, 3)),
  )
  await world.finish(match.id, 61)
  const reveals = async () => {
    const shown = await Promise.all(tabs.map((tab) => tab.getByRole('dialog', { name: 'Le podium est là' }).count()))
    return shown.reduce((sum, count) => sum + count)
  }
  const haveResult = async () => {
    for (const tab of tabs) await expect(tab.getByText('Votes des supporters')).toBeAttached({ timeout: 30_000 })
  }
  await haveResult()
  await expect.poll(reveals).toBe(1)
  for (const tab of tabs) await tab.waitForLoadState('networkidle')
  expect(await reveals()).toBe(1)
  for (const tab of tabs) await tab.reload()
  await haveResult()
  for (const tab of tabs) await tab.waitForLoadState('networkidle')
  expect(await reveals()).toBe(0)
})
