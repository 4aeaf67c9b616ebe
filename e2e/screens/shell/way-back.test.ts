import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount, open } from '../support/screen.ts'
import { target } from '../support/voting.ts'
import { world } from '../support/world.ts'

interface Watcher {
  requestClose(): void
}
const browser = window as unknown as { CloseWatcher: new () => Watcher }

/** Returns what goes back as the gesture or button of a phone does, which asks the newest watcher before it leaves the screen. */
function phoneBack(): () => void {
  const own = browser.CloseWatcher
  const made: Watcher[] = []
  browser.CloseWatcher = class extends own {
    constructor() {
      super()
      made.push(this)
    }
  }
  onTestFinished(() => {
    browser.CloseWatcher = own
  })
  return () => made.at(-1)?.requestClose()
}

test('the phone’s way back closes a window that is open, and stays on the screen', async () => {
  const goBack = phoneBack()
  const { id, playerIds } = await world.build({ home: 'Stade Verval', away: 'AS Orlac' })
  await open(`/match/${id}`)
  await target(playerIds[0] ?? 0).click()
  const signIn = page.getByRole('dialog')
  await expect.element(signIn).toBeVisible()
  goBack()
  await expectCount(signIn, 0)
  await target(playerIds[0] ?? 0).click()
  await expect.element(signIn).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(signIn, 0)
  // The window that is closed asks for nothing any more.
  goBack()
  expect(location.pathname).toBe(`/match/${id}`)
})
