import type { Page } from '@playwright/test'
import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { castBallot, matchScreen, openLiveMatch, seasonPointsOf, signIn } from '../../support/api.ts'
import { remove, target } from '../../support/match.ts'
import { expect, test, type World } from '../../support/world.ts'

const NEWCOMER = { email: 'nadege@supporters.invalid', password: 'tribune-nord' }
/** Enough complete ballots, with the newcomer's own, for votes to rank the match. */
const COMPANIONS = 11

// The home of a busy world draws its first ten matches, and other journeys leave open ones there; this one moves the clock by two hours.
test.use({ worldOf: 'match day' })
// The one walk from a newcomer to the season, as most fans see it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a new fan finds the live match, signs up from it, votes, changes a pick, and sees the season change', async ({
  page,
  world,
}) => {
  const { match, players } = await openLiveMatch(world)
  const [first = 0, second = 0, third = 0, fourth = 0] = players
    .filter((player) => player.did_play !== false)
    .map((player) => player.player_id)

  await test.step('home shows the match first among those open to votes', async () => {
    await page.goto('/')
    const open = page.getByRole('region', { name: 'Votes ouverts' })
    const card = open.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${match.match_id}"]`) })
    await expect(card.getByText('Voter en direct')).toBeVisible()
    await card.getByText('Voter en direct').click()
    await expect(page).toHaveURL(new RegExp(`/match/${match.match_id}`))
  })

  await test.step('a tap signed out opens the sign-in window, and a new account is made there', async () => {
    await target(page, first).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Connecte-toi pour voter')).toBeVisible()
    await dialog.getByRole('button', { name: 'Avec un mot de passe' }).click()
    await dialog.getByRole('button', { name: 'Créer un compte' }).click()
    await dialog.getByLabel('Adresse e-mail').fill(NEWCOMER.email)
    await dialog.getByLabel('Choisis un mot de passe').fill(NEWCOMER.password)
    await dialog.getByRole('button', { name: 'Créer mon compte' }).click()
    await expect(dialog.getByText('courriers indésirables')).toBeVisible()
  })

  await test.step('the link of the mail leads back to the match, signed in, and takes up the tapped vote', async () => {
    const mail = await world.mailTo(NEWCOMER.email)
    await page.goto(mail.links[0] ?? '')
    await expect(page).toHaveURL(new RegExp(`/match/${match.match_id}`))
    await expect(target(page, first)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  })

  await test.step('three picks make a complete vote, with confetti and its toast', async () => {
    await target(page, second).click()
    await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
    await target(page, third).click()
    await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
    await expect(page.locator('body > canvas')).toBeVisible()
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  })

  await test.step('a pick is changed, and the change is there after a reload', async () => {
    await remove(page, third)
    await target(page, fourth).click()
    await expect(target(page, fourth)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
    await page.reload()
    await expect(target(page, fourth)).toHaveAttribute('aria-pressed', 'true')
    await expect(target(page, third)).toHaveAttribute('aria-pressed', 'false')
  })

  await test.step('results stay hidden while the vote is open', async () => {
    await companionsVote(world, match.match_id, [first, second, fourth])
    const open = await matchScreen(world, match.match_id)
    expect(open.ranking).toEqual([])
    expect(open.result.voters).toBeNull()
  })

  const before = await seasonPointsOf(world, first)
  await test.step('the clock passes the closing: points and ranks appear', async () => {
    await world.advance(60)
    await world.advance(61)
    const closed = await matchScreen(world, match.match_id)
    expect(closed.result).toMatchObject({ source: 'votes', voters: COMPANIONS + 1 })
    expect(closed.ranking[0]).toMatchObject({
      player_id: first,
      rank: 1,
      points: expectedTopPoints(match.competition_coefficient),
    })
    await page.reload()
    await expect(page.getByText('Votes clos')).toBeVisible()
    await expect(page.getByText('#1 du match').first()).toBeVisible()
    await expect(page.getByText(`${COMPANIONS + 1} votants`)).toBeVisible()
  })

  await test.step('the season moved by exactly round(100 x coefficient) for the first', async () => {
    const gained = (await seasonPointsOf(world, first)) - before
    expect(gained).toBe(expectedTopPoints(match.competition_coefficient))
  })

  await test.step('the ballot is on the profile with its experience', async () => {
    await page.goto('/profile')
    await expect(page.getByText(NEWCOMER.email)).toBeVisible()
    await expect(page.locator(`main a[href="/match/${match.match_id}"]`)).toBeVisible()
    await expect(page.getByText(`+${XP_PER_BALLOT}\u00a0XP`)).toBeVisible()
    await page.getByRole('button', { name: 'Se déconnecter' }).click()
    await expect(page.getByRole('button', { name: 'Recevoir mon code' })).toBeVisible()
  })
})

test('a new fan needs five taps from home to a complete ballot, with the code of a mail', async ({ page, world }) => {
  const email = 'cinq-touches@supporters.invalid'
  const { id, playerIds } = await world.build()
  const [first = 0, second = 0, third = 0] = playerIds
  await page.goto('/')
  await countTaps(page)
  await page.locator(`main a[href="/match/${id}"]`).click()
  await target(page, first).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Adresse e-mail').fill(email)
  await dialog.getByRole('button', { name: 'Recevoir mon code' }).click()
  await expect(dialog.getByLabel('Code à 6 chiffres')).toBeFocused()
  const { text } = await world.mailTo(email)
  // As a phone pastes it, with the space of the mail.
  await page.keyboard.insertText(/\d{3}\s\d{3}/.exec(text)?.[0] ?? '')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL(`${world.url}/match/${id}`)
  await expect(target(page, first)).toHaveAttribute('aria-pressed', 'true')
  await target(page, second).click()
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, third).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dataset.taps)).toBe('5')
})

/** Counts the taps on a page from now on, where the test can read it. */
function countTaps(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset.taps = '0'
    addEventListener('pointerdown', () => (dataset.taps = String(Number(dataset.taps) + 1)), { capture: true })
  })
}

test('the server also refuses ballots before minute 60 and after the close', async ({ world }) => {
  const cookie = await signIn(world, world.fan)
  for (const [state, code] of [
    [{ minute: 59 }, 'vote_locked'],
    [{ status: 'finished', finishedAgo: 61 }, 'vote_closed'],
    [{ status: 'upcoming', kickoffIn: 60 }, 'vote_upcoming'],
  ] as const) {
    const { id, playerIds } = await world.build(state)
    expect(await castBallot(world, cookie, id, playerIds.slice(0, 3))).toEqual({ status: 409, code })
  }
})

async function companionsVote(world: World, matchId: number, picks: readonly number[]): Promise<void> {
  for (const companion of world.crowd.slice(0, COMPANIONS)) {
    expect(await castBallot(world, await signIn(world, companion), matchId, picks)).toMatchObject({ status: 200 })
  }
}
