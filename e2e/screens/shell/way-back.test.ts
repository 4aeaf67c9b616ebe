import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectCount, open } from '../support/screen.ts'
import { target } from '../support/voting.ts'
import { world } from '../support/world.ts'

interface Watcher {
  onclose: (() => void) | null
  requestClose(): void
  destroy(): void
}
const browser = window as unknown as { CloseWatcher: new () => Watcher }

/** Returns the watchers that wait for the gesture or button by which a phone goes back; it asks the newest before it leaves the screen. */
function watchersOfBack(): Watcher[] {
  const own = browser.CloseWatcher
  const waiting: Watcher[] = []
  browser.CloseWatcher = class extends own {
    constructor() {
      super()
      waiting.push(this)
    }
    override destroy() {
      super.destroy()
      waiting.splice(waiting.indexOf(this), 1)
    }
  }
  onTestFinished(() => {
    browser.CloseWatcher = own
  })
  return waiting
}

test('the phone’s way back closes a window that is open, and stays on the screen', async () => {
  const watchers = watchersOfBack()
  const { id, playerIds } = await world.build({ home: 'Stade Verval', away: 'AS Orlac' })
  await open(`/match/${id}`)
  await target(playerIds[0] ?? 0).click()
  const signIn = page.getByRole('dialog')
  await expect.element(signIn).toBeVisible()
  watchers.at(-1)?.requestClose()
  await expectCount(signIn, 0)
  expect(location.pathname).toBe(`/match/${id}`)
  await target(playerIds[0] ?? 0).click()
  await expect.element(signIn).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expectCount(signIn, 0)
  // A window that is closed keeps the phone from going back no more.
  expect(watchers).toEqual([])
})
