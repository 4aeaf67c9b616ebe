import { readdir } from 'node:fs/promises'
import { openLiveMatch } from '../../support/api.ts'
import { eachOf, expect, test } from '../../support/world.ts'

test('the built app sends requests only to our own server', async ({ page, world }) => {
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

test('each part of the built app, the operator’s too, loads and starts by itself', async ({ page }) => {
  const parts = (await readdir(new URL('../../../web/dist/assets/', import.meta.url))).filter(
    (name) => name.endsWith('.js') && !name.startsWith('work-worker-'),
  )
  expect(parts.length).toBeGreaterThan(50)
  await page.goto('/points')
  const failures = await page.evaluate(async (names) => {
    const loaded = names.map((name) =>
      import(`/assets/${name}`).then(
        () => [],
        (error) => [`${name}: ${error}`],
      ),
    )
    return (await Promise.all(loaded)).flat()
  }, parts)
  expect(failures).toEqual([])
})
