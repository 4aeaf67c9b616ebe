import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { TOAST_MS } from '../../../web/src/lib/limits.ts'
import { DESKTOP, LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, readsEnded } from '../support/screen.ts'
import { atMatch, choose, remove } from '../support/voting.ts'
import { requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

const star = (name: string) => page.getByRole('button', { name: `Suivre ${name}`, exact: true })
const isOn = (name: string, on = true) => expect.element(star(name)).toHaveAttribute('aria-pressed', String(on))
const anyQuestion = page.getByRole('region', { name: /^Suivre / })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets the thanks for a complete vote pass, by the page's clock: the question comes when they leave. */
async function passThanks(): Promise<void> {
  const thanks = page.getByText('Vote complet enregistré ! 🎉')
  await expect.element(thanks).toBeVisible()
  await vi.advanceTimersByTimeAsync(TOAST_MS.complete)
  await expect.element(thanks).not.toBeInTheDocument()
}

/** Returns each covered button of the question, with the text of the element that covers it. A click would scroll that element away first. */
function overTheQuestion(): string[] {
  const buttons = document.querySelectorAll<HTMLElement>('section[aria-labelledby].fixed button')
  return [...buttons].flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return one.contains(seen) ? [] : [`${one.textContent} < ${seen?.closest('li')?.textContent ?? seen?.tagName}`]
  })
}

test('on a desktop no row of the list lies over the question', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  const { a, b, c } = await atMatch({ home: 'Stade Clairmont', away: 'SC Aubrelle', players: 32 })
  await choose(a, b, c)
  await passThanks()
  await expectCount(page.getByRole('region', { name: /^Suivre Stade Clairmont / }).getByRole('button'), 3)
  // Rows from the eleventh on, which are rendered only when they are near, are layers of their own.
  window.scrollTo(0, 500)
  expect(overTheQuestion()).toEqual([])
})

test('the first complete vote asks once for the two clubs, and never again', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const { a, b, c, id } = await atMatch({ home: LONG_CLUB, away: 'SC Aubrelle' })
  await choose(a, b, c)
  await passThanks()
  const question = page.getByRole('region', { name: `Suivre ${LONG_CLUB} ou SC Aubrelle\u202f?` })
  await expect.element(question).toBeVisible()
  await expectNoViolation('the question')
  await expectToFit()
  const club = question.getByRole('button', { name: 'SC Aubrelle' })
  await club.click()
  await expect.element(club).toHaveAttribute('aria-pressed', 'true')
  await isOn('SC Aubrelle')
  await club.click()
  await isOn('SC Aubrelle', false)
  await question.getByRole('button', { name: 'Ne plus me le demander' }).click()
  await expectCount(question, 0)

  // Completed again it is still their only ballot, of clubs that they do not follow.
  await open(`/match/${id}`)
  await remove(c)
  await expect.element(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await choose(c)
  await passThanks()
  expect(anyQuestion.length).toBe(0)
  const other = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await open(`/match/${other.id}`)
  await choose(...other.playerIds.slice(0, 3))
  await passThanks()
  expect(anyQuestion.length).toBe(0)
})

test('a fan who has voted three times before is not asked', async () => {
  await signIn()
  for (let vote = 0; vote < 3; vote += 1) {
    const before = await world.build({ names: NAMES })
    expect(await castBallot(before.id, before.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  }
  const match = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await open(`/match/${match.id}`)
  const reads = () => requests(/^\/api\/me$/).length
  const before = reads()
  await choose(...match.playerIds.slice(0, 3))
  await expect.element(page.getByText('Enregistré', { exact: true })).toBeVisible()
  // With this ballot they are four.
  await expect.poll(reads).toBeGreaterThan(before)
  await readsEnded()
  await vi.advanceTimersByTimeAsync(TOAST_MS.complete)
  expect(localStorage.getItem('tribune-follow-asked')).toBeNull()
  await expectCount(anyQuestion, 0)
})
