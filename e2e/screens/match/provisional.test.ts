import type { MatchScreen } from '@tribune/contract/matches.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, said } from '../support/screen.ts'
import { button, dialog, openMatch, SCREEN } from '../support/voting.ts'
import { change } from '../support/wire.ts'
import { world } from '../support/world.ts'

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

test('a provisional result is marked, with until when, and shows both podiums', async () => {
  await openMatch(await stuffedMatch())
  await expect.element(badge).toBeVisible()
  await expect.element(page.getByText(/Sans décision, ce résultat sera définitif demain à \d+\sh/)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Podium du match' })).toMatchTextContent('Vasseur')
  await expect.element(said(ALL)).toBeVisible()
  await expect.element(said('100 bulletins comptés, 90 mis de côté')).toBeVisible()
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
  await expect.element(said(ALL)).toBeVisible()
  await expect.element(howWeCount).toBeVisible()
  await expectCount(badge, 0)
  await expectCount(said('Sans décision'), 0)
})

test('an answer from the cache of the phone is not provisional for longer than it was', async () => {
  const id = await stuffedMatch()
  changeResult((result) => ({ ...result, provisional_until: '2026-11-20T20:00:00.000Z' }))
  await openMatch(id)
  await expect.element(said(ALL)).toBeVisible()
  await expectCount(badge, 0)
})

test('a result that the rule could not judge is provisional, although nothing is set aside', async () => {
  const id = await stuffedMatch()
  changeResult(({ ballots_set_aside: _aside, first_with_all: _all, ...result }) => result)
  await openMatch(id)
  await expect.element(badge).toBeVisible()
  await expect.element(howWeCount).toBeVisible()
  await expectCount(said('mis de côté'), 0)
  await button('Le décompte').click()
  await dialog('Comment c’est compté').getByRole('link', { name: 'Comment nous comptons' }).click()
  await expect.poll(() => location.pathname).toBe('/comptage')
})
