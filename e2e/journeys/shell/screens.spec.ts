import { openLiveMatch } from '../../support/api.ts'
import { eachOf, expect, test } from '../../support/world.ts'

test('the built app asks nobody but us', async ({ page, world }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  const open = await openLiveMatch(world)
  await eachOf(['/', `/match/${open.match.match_id}`, '/rankings'], async (path) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main').first()).toBeVisible()
  })
  expect(strangers).toEqual([])
})
