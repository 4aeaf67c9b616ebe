import type { MatchScreen } from '@tribune/contract/matches.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { countedMatch } from '../../shared/matches.ts'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { button, dialog, openMatch, rememberRevealed, row, rows, SCREEN } from '../support/voting.ts'
import { change } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

test('a result by votes shows the podium, the voters, the count, ranks, ratings, and the fan compared with the crowd', async () => {
  await signIn()
  const match = await world.build({ coefficient: 2.5, rating: 7.25, score: [2, 0] })
  const [first = 0, second = 0, third = 0, fourth = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => [first, second, third]),
  )
  expect(await castBallot(match.id, [second, first, fourth])).toMatchObject({ status: 200 })
  await openMatch(match.id)
  await expect.element(row(first)).toBeVisible()
  // A rating before the closing would sway the vote.
  await expectCount(page.getByText('7,3', { exact: false }), 0)
  await world.finish(match.id, 61)
  rememberRevealed(match.id)
  await openMatch(match.id)
  await expect.element(page.getByRole('status').getByText('Les résultats sont publiés.')).toBeVisible()
  await expect.element(page.getByText('Votes des supporters')).toBeVisible()
  await expect.element(page.getByText('11\u00a0votants')).toBeVisible()
  const steps = page.getByRole('list', { name: 'Podium du match' }).getByRole('listitem')
  await expect.element(steps.first()).toMatchTextContent('250 pts')
  await expect.element(row(first)).toMatchTextContent('#1 du match')
  await expect.element(row(first)).toMatchTextContent('7,3')
  await expect.element(row(match.playerIds[9] ?? 0)).toMatchTextContent('Hors top 10')
  // Their picks come first, by place.
  await expect.element(rows().first()).toHaveAttribute('data-player', `${second}`)
  await expect.element(page.getByRole('heading', { name: 'Toi contre la foule' })).toBeVisible()
  await expect.element(page.getByText('Deux de tes choix sont sur le podium.')).toBeVisible()
  await button('Le décompte').click()
  const count = dialog('Comment c’est compté')
  await expect.element(count.getByText(/^Règle de comptage \d/)).toBeVisible()
  const cells = () => count.getByRole('row').nth(1).getByRole('cell').elements()
  await expect.poll(() => cells().map((cell) => cell.textContent)).toEqual(['1', '10', '1', '0', '53', '250'])
  await count.getByRole('link', { name: 'Comment ça marche ?' }).click()
  await expect.poll(() => location.pathname + location.hash).toBe('/points#transparence')
})

test('below ten ballots the official ratings rank, and a shared first place is shown as such', async () => {
  await openMatch((await countedMatch(world, 2, { rating: 6.8 })).id)
  await expect.element(page.getByText('Notes officielles')).toBeVisible()
  await expect
    .element(page.getByText('Moins de 10 votes complets\u00a0: les notes officielles font le classement.'))
    .toBeVisible()
  await expect.element(page.getByText('2\u00a0votants')).toBeVisible()
  await expect.element(page.getByText('+20 ex æquo')).toBeVisible()
})

test('a result without ballots and ratings says why it gives no points', async () => {
  await openMatch((await countedMatch(world, 2)).id)
  await expect
    .element(
      page.getByText('Moins de 10 votes complets et pas de notes officielles\u00a0: ce match ne donne pas de points.'),
    )
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Règle de comptage/ })).toBeVisible()
})

test('a fan with an incomplete ballot learns that it was not counted', async () => {
  await signIn()
  const match = await world.build({ rating: 7 })
  expect(await castBallot(match.id, match.playerIds.slice(0, 2))).toMatchObject({ status: 200 })
  await world.finish(match.id, 61)
  rememberRevealed(match.id)
  await openMatch(match.id)
  await expect.element(page.getByText('Ton vote n’était pas complet\u00a0: il n’a pas été compté.')).toBeVisible()
})

const badge = page.getByText('Provisoire', { exact: true })
const howWeCount = page.getByRole('link', { name: 'Comment nous comptons' })
const ALL = 'Avec tous les bulletins : Roux, Petit, Vasseur'

/** A published match that a script has stuffed with nearly as many ballots as there are honest ones, for its lineup's last three. */
async function stuffedMatch(): Promise<number> {
  const others = Array.from({ length: 13 }, (_, index) => `Joueur ${index + 7}`)
  const names = [...NAMES, ...others, 'Ida Roux', 'Lou Petit', 'Zoé Blanc']
  const match = await world.build({ names, rating: 7 })
  await world.stuff(match, 100, 90)
  await world.finish(match.id, 61)
  return match.id
}

/** Changes the result that the server answers. */
const changeResult = (edit: (result: MatchScreen['result']) => object) =>
  change<MatchScreen>(SCREEN, (screen) => ({ ...screen, result: edit(screen.result) }))

test('a provisional result is marked with its end, and shows both podiums', async () => {
  await openMatch(await stuffedMatch())
  await expect.element(badge).toBeVisible()
  await expect.element(page.getByText(/Sans décision, ce résultat sera définitif demain à \d+\sh/)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Podium du match' })).toMatchTextContent('Vasseur')
  await expect.element(textWith(ALL)).toBeVisible()
  await expect.element(textWith('100 bulletins comptés, 90 mis de côté')).toBeVisible()
  await expectNoViolation('a provisional result')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
  await howWeCount.click()
  await expect.poll(() => location.pathname).toBe('/comptage')
})

test('a final result has no such mark, and still shows what was set aside', async () => {
  const id = await stuffedMatch()
  changeResult(({ provisional_until: _, ...result }) => result)
  await openMatch(id)
  await expect.element(textWith(ALL)).toBeVisible()
  await expect.element(howWeCount).toBeVisible()
  await expectCount(badge, 0)
  await expectCount(textWith('Sans décision'), 0)
})

test('an answer from the phone’s cache is not provisional beyond its end', async () => {
  const id = await stuffedMatch()
  changeResult((result) => ({ ...result, provisional_until: '2026-11-20T20:00:00.000Z' }))
  await openMatch(id)
  await expect.element(textWith(ALL)).toBeVisible()
  await expectCount(badge, 0)
})

test('a result that the rule could not judge is provisional, although nothing is set aside', async () => {
  const id = await stuffedMatch()
  changeResult(({ ballots_set_aside: _aside, first_with_all: _all, ...result }) => result)
  await openMatch(id)
  await expect.element(badge).toBeVisible()
  await expect.element(howWeCount).toBeVisible()
  await expectCount(textWith('mis de côté'), 0)
  await button('Le décompte').click()
  await dialog('Comment c’est compté').getByRole('link', { name: 'Comment nous comptons' }).click()
  await expect.poll(() => location.pathname).toBe('/comptage')
})

const WON: MatchState = {
  status: 'finished',
  period: 'PEN',
  finishedAgo: 20,
  score: [1, 1],
  kicks: [3, 4],
  home: 'Stade Clairmont',
  away: 'AS Belleroche',
  players: 4,
}
const main = () => page.getByRole('main')

describe('a match decided on penalties', () => {
  test('shows its score and that of the shoot-out in its header', async () => {
    const { id } = await world.build(WON)
    await openMatch(id)
    await expect
      .element(page.getByRole('heading', { level: 1 }))
      .toMatchTextContent('Stade Clairmont 1, AS Belleroche 1, 3 – 4 aux tirs au but')
    await expect.element(main().getByText('3\u00a0–\u00a04 aux tirs au but', { exact: true }).first()).toBeVisible()
  })

  test('dims the goals of the side that has lost, although the score is level', async () => {
    const { id } = await world.build({ ...WON, score: [7, 7] })
    await openMatch(id)
    const goals = main().getByText('7', { exact: true })
    await expectCount(goals, 2)
    const [home, away] = goals.elements().map((goal) => getComputedStyle(goal).color)
    expect(home).not.toBe(away)
  })

  test('shows the penalties so far while it goes on', async () => {
    const { id } = await world.build({ ...WON, status: 'live', minute: 120, period: 'P', kicks: [2, 2] })
    await openMatch(id)
    await expect.element(main().getByText('Tirs au but 2\u00a0–\u00a02', { exact: true }).first()).toBeVisible()
  })

  test('fits on a small phone, on its own screen, the home screen and in the history', async () => {
    const { id } = await world.build({
      ...WON,
      home: LONG_CLUB,
      competitionId: 889_001,
      competition: 'Coupe de Clairmont',
    })
    await openMatch(id)
    await expectToFit(SMALL_PHONE)
    for (const address of ['/?c=889001', '/history?c=889001']) {
      await open(address)
      await expect.element(main().getByText('3\u00a0–\u00a04 aux tirs au but', { exact: true }).first()).toBeVisible()
      await expectToFit(SMALL_PHONE)
    }
  })
})
