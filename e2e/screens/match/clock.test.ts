import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { expectCount } from '../support/screen.ts'
import { atMatch, controls, dialog, openMatch, podium, row } from '../support/voting.ts'
import { world } from '../support/world.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  resetServerClock()
  onTestFinished(() => {
    vi.useRealTimers()
    resetServerClock()
  })
})

test('a vote that closes while the fan is choosing closes the window and says so', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const { a } = await atMatch({ status: 'finished', finishedAgo: 50 })
  await row(a)
    .getByRole('button', { name: /^Choisir une place/ })
    .click()
  await expect.element(dialog()).toBeVisible()
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
  vi.advanceTimersByTime(MINUTE_MS)
  await expect.element(page.getByText('Les votes sont clos pour ce match.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(podium()).not.toBeInTheDocument()
})

test.each([
  ['fast', 60 * MINUTE_MS],
  ['slow', -60 * MINUTE_MS],
])('a phone whose clock is an hour %s closes the vote when the server does', async (_name, skew) => {
  const open = await world.build({ status: 'finished', finishedAgo: 50 })
  const closed = await world.build({ status: 'finished', finishedAgo: 70 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skew })
  await openMatch(open.id)
  await expect.element(page.getByText('Votes ouverts - Plus que quelques minutes !')).toBeInTheDocument()
  await expect.element(page.getByText('encore 10\u00a0minutes')).toBeInTheDocument()
  await openMatch(closed.id)
  await expect.element(page.getByText('Votes clos')).toBeVisible()
  await expectCount(controls(), 0)
})
