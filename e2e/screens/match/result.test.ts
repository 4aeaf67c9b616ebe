import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { countedMatch } from '../../shared/matches.ts'
import { expectCount } from '../support/screen.ts'
import { button, dialog, openMatch, rememberRevealed, row, rows } from '../support/voting.ts'
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
