import { countedMatch } from '../../shared/matches.ts'
import { hold } from '../../support/home.ts'
import { openMatch } from '../../support/match.ts'
import { expect, test } from '../../support/world.ts'

test('the steps of a result rise third, second, first within 600 ms, once, and not at all with reduced motion', async ({
  page,
  world,
}) => {
  const steps = page.getByRole('list', { name: 'Podium du match' }).getByRole('listitem')
  const rests = async () => {
    for (const place of [0, 1, 2]) await expect(steps.nth(place)).toHaveCSS('animation-name', 'none')
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const match = await countedMatch(world, 10)
  const load = await hold(page, /\/assets\/points-page-[^/]+\.js$/)
  await openMatch(page, match.id)
  for (const [place, delay] of ['0.36s', '0.18s', '0s'].entries()) {
    await expect(steps.nth(place)).toHaveCSS('animation-name', 'rise')
    await expect(steps.nth(place)).toHaveCSS('animation-delay', delay)
    await expect(steps.nth(place)).toHaveCSS('animation-duration', '0.24s')
  }
  // The result is hidden, not gone, while the next screen loads.
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(steps).toHaveCount(0)
  await page.goBack()
  await rests()
  load()
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Comment ça marche ?', level: 1 })).toBeVisible()
  await page.goBack()
  await rests()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await rests()
})
