import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { resetServerClock } from '../../../web/src/lib/http/server-clock.ts'
import { expectCount } from '../support/screen.ts'
import { refuse } from '../support/wire.ts'
import { world } from '../support/world.ts'
import { atMatch, BALLOTS, ballotsSent, controls, dialog, openMatch, podium, row, target } from './voting.ts'

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
  await expect.element(page.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
  await expect.element(page.getByText('encore 10\u00a0minutes')).toBeInTheDocument()
  await openMatch(closed.id)
  await expect.element(page.getByText('Votes clos')).toBeVisible()
  await expectCount(controls(), 0)
})

const STEP_MS = 50

test('toasts are status messages that stay 1.5, 3 and 5 seconds', async () => {
  const { a, b, c, d } = await atMatch()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let sent = 0
  /** Steps until the next ballot leaves, which waits for more taps. No time passes until its answer is told. */
  const isSent = () => {
    if (ballotsSent().length > sent) return true
    vi.advanceTimersByTime(STEP_MS)
    return false
  }
  const lasts = async (text: string | RegExp, ms: number) => {
    await expect.poll(isSent).toBe(true)
    sent = ballotsSent().length
    const toast = page.getByRole('status').getByText(text)
    await expect.element(toast).toBeVisible()
    vi.advanceTimersByTime(ms - STEP_MS - 1)
    await expect.element(toast).toBeVisible()
    vi.advanceTimersByTime(STEP_MS + 1)
    await expect.element(toast).not.toBeInTheDocument()
  }
  await target(a).click()
  await lasts('1/3 sélectionné(s) ✓', 1_500)
  await target(b).click()
  await lasts('2/3 sélectionné(s) ✓', 1_500)
  await target(c).click()
  await lasts('Vote complet enregistré ! 🎉', 3_000)
  refuse(BALLOTS, 503)
  await target(d).click()
  await dialog().getByRole('button', { name: /^1er/ }).click()
  await lasts(/^Erreur: /, 5_000)
})
