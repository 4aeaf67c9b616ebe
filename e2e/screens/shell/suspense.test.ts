import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAlone } from '../../../web/src/testing/render.ts'
import '../support/screen.ts'

test('a part that throws a settled promise lets other tasks run, one of which may end the wait', async () => {
  const settled = Promise.resolve()
  let [isLoaded, thrown] = [false, 0]
  const Part = () => {
    if (isLoaded) return 'La suite est là'
    // Without an end, a failure would stop the browser.
    if (thrown === 1_000) return 'Rien d’autre ne passe'
    thrown += 1
    throw settled
  }
  onTestFinished(renderAlone(Part))
  setTimeout(() => {
    isLoaded = true
  }, 20)
  await expect.element(page.getByText('La suite est là')).toBeVisible()
})
