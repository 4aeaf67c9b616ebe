import { enterAs } from '../../support/sign-in.ts'
import { workerInControl } from '../../support/worker.ts'
import { expect, test } from '../../support/world.ts'

const COMPETITIONS = /\/api\/available_competitions/

test('an error on a fan’s phone is listed for the operator, scrubbed, once for each page load', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/No fan/, /left/, /Too early/, /Worker fault/, /Cannot destructure/, /Sixth fault/)
  const match = await world.build()
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/browser_errors'))
      reports.push(request.postData() ?? '')
  })
  // The notice is read by the same file, right after it begins to hear errors.
  const ready = page.waitForRequest(/\/api\/notice$/)
  await page.addInitScript(() => {
    // Before the app's first file runs, on the first page alone.
    if (location.pathname.startsWith('/match/'))
      addEventListener('readystatechange', () => Promise.reject(new Error('Too early')), { capture: true, once: true })
  })
  await page.goto(`/match/${match.id}`)
  await ready
  await expect.poll(() => reports.length).toBe(1)

  await test.step('an error that is thrown, and a promise that is rejected', async () => {
    for (let times = 0; times < 3; times += 1)
      await page.evaluate(() => {
        setTimeout(() => {
          throw new TypeError('No fan jean@example.fr in "Jean Dupont", 06 12 34 56 78')
        })
      })
    await page.evaluate(() => void Promise.reject(new Error('No fan at /player/12?q=jean')))
    await page.evaluate(() => void Promise.reject(Object.assign(new Error('left'), { name: 'AbortError' })))
    await expect.poll(() => reports.length).toBe(3)
  })

  await test.step('the service worker', async () => {
    await workerInControl(page)
    const [worker] = page.context().serviceWorkers()
    await worker?.evaluate(() => void Promise.reject(new Error('Worker fault')))
    await expect.poll(() => reports.length).toBe(4)
  })

  await test.step('a screen that crashes', async () => {
    await page.context().route(COMPETITIONS, (route) => route.fulfill({ json: { items: [null] } }))
    await page.goto('/points')
    await expect(page.getByRole('alert')).toContainText('Le jeu est arrêté')
    await expect.poll(() => reports.length).toBe(5)
    await page.evaluate(() => void Promise.reject(new Error('Sixth fault')))
    await expect.poll(() => reports.length).toBe(6)
    await page.context().unroute(COMPETITIONS)
  })

  expect(reports.join()).not.toMatch(new RegExp(`jean|Jean|56 78|${match.id}`))
  await enterAs(page, world)
  await page.goto('/admin')
  const section = page.getByRole('region', { name: 'Erreurs dans les navigateurs' })
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await section.getByRole('button', { name: /autres? erreurs?/ }).click()
  const thrown = rows.filter({ hasText: 'TypeError: No fan [mail] in [quoted]' })
  await expect(thrown).toContainText('Écran/match/$id')
  await expect(thrown).toContainText('MoteurChromium')
  await expect(thrown).toContainText(/1\sfois/)
  await expect(rows.filter({ hasText: 'Error: No fan at [address]' })).toContainText('Promesse rejetée')
  await expect(rows.filter({ hasText: 'Error: Too early' })).toContainText('Promesse rejetée')
  await expect(rows.filter({ hasText: 'Error: Worker fault' })).toContainText('Promesse rejetée')
  const crash = rows.filter({ hasText: 'Écran arrêté' })
  await expect(crash).toContainText('Écran/points')
  await expect(crash).toContainText(/Endroit[\w-]+\.js:\d+:\d+/)
  await expect(crash).toContainText(/Versionfirst-[\w-]{7}/)
})
