import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, expectLastLinkUncovered, open, readsEnded } from '../support/screen.ts'
import { atMatch, choose, isSaved, remove } from '../support/voting.ts'
import { requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

const anyQuestion = page.getByRole('region', { name: /^Suivre / })

/** Leaves a match once its ballot is saved: the question covers no player, and comes with the next screen. */
async function leaveMatch(): Promise<void> {
  await isSaved()
  expect(anyQuestion.length).toBe(0)
  await page.getByRole('link', { name: 'Accueil', exact: true }).first().click()
  await expectCount(page.getByRole('region', { name: 'Mon podium' }), 0)
}

/** Returns each covered control of the question and of the bar at the foot, with the text of the element that covers it. A click would scroll that element away first. */
async function covered(): Promise<string[]> {
  await expect.element(page.getByRole('button', { name: 'Haut de page' })).toBeVisible()
  const buttons = document.querySelectorAll<HTMLElement>('main .fixed :is(button, input), section.fixed button')
  expect(buttons.length).toBeGreaterThanOrEqual(5)
  return [...buttons].flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return one.contains(seen) ? [] : [`${one.outerHTML} < ${seen?.closest('li')?.textContent ?? seen?.tagName}`]
  })
}

test('on a desktop nothing lies over the question, nor it over the search, which waits until no match is on the screen, and goes with its screen', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  const { a, b, c } = await atMatch({ home: 'Stade Clairmont', away: 'SC Aubrelle', players: 32 })
  await choose(a, b, c)
  await leaveMatch()
  await expectCount(page.getByRole('region', { name: /^Suivre Stade Clairmont / }).getByRole('button'), 3)
  window.scrollTo(0, 500)
  expect(await covered()).toEqual([])
  await page.getByRole('link', { name: 'Points', exact: true }).first().click()
  await expectCount(anyQuestion, 0)
})

test('the first complete vote asks once for the two clubs, and never again', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const { a, b, c, id } = await atMatch({ home: LONG_CLUB, away: 'SC Aubrelle' })
  await choose(a, b, c)
  await leaveMatch()
  const question = page.getByRole('region', { name: `Suivre ${LONG_CLUB} ou SC Aubrelle\u202f?` })
  await expect.element(question).toBeVisible()
  await expectNoViolation('the question')
  await expectToFit()
  window.scrollTo(0, 500)
  expect(await covered()).toEqual([])
  await expectLastLinkUncovered()
  const club = question.getByRole('button', { name: 'SC Aubrelle' })
  await club.click()
  await expect.element(club).toHaveAttribute('aria-pressed', 'true')
  await club.click()
  await expect.element(club).toHaveAttribute('aria-pressed', 'false')
  await question.getByRole('button', { name: 'Ne plus me le demander' }).click()
  await expectCount(question, 0)

  // Completed again it is still their only ballot, of clubs that they do not follow.
  await open(`/match/${id}`)
  await remove(c)
  await expect.element(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await choose(c)
  await leaveMatch()
  expect(anyQuestion.length).toBe(0)
  const other = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await open(`/match/${other.id}`)
  await choose(...other.playerIds.slice(0, 3))
  await leaveMatch()
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
  await leaveMatch()
  expect(localStorage.getItem('tribune-follow-asked')).toBeNull()
  await expectCount(anyQuestion, 0)
})
