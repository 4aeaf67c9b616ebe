import { expect, test } from './world.ts'

/** Kilobytes of JavaScript, gzipped, that the first screen may cost. */
const LIMIT_BYTES = 130 * 1024

test('the first screen costs at most 130 kB of JavaScript', async ({ page }) => {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js'))
      sizes.push(
        response
          .request()
          .sizes()
          .then((size) => size.responseBodySize),
      )
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(total).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(LIMIT_BYTES)
})
