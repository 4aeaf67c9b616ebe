import { count } from '@tribune/french/format/numbers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { change, endAtTap, hold, refuse } from '../support/wire.ts'
import {
  builtPlayer,
  CLUB,
  chips,
  figure,
  history,
  manyMatches,
  openPlayer,
  rows,
  SHOWN,
  WITH_OPEN,
} from './player-page.ts'
import { plain } from './ranking.ts'

const PLAYER = /^\/api\/players_ref\//
const POINTS = /^\/api\/season_player_points/
const MATCHES = /^\/api\/rpc\/get_player_full_team_history/
const LINEUPS = /^\/api\/rpc\/get_player_complete_history/
const UNRANKED = { team: CLUB, against: 'Aval SC' }

describe('the page of a player', () => {
  test('with one match has a chart of it, without a slider', async () => {
    await openPlayer({ name: 'Nino Premier', matches: SHOWN.slice(0, 1) })
    await expect.element(page.getByRole('img', { name: /sur 1 match :/ })).toBeVisible()
    await expect.element(page.getByText('Son dernier match')).toBeVisible()
    await expect.element(page.getByRole('slider')).not.toBeInTheDocument()
  })

  test('with one match and no points has a chart of zero points', async () => {
    await openPlayer({ name: 'Zéro Point', matches: [{ ...UNRANKED, daysAgo: 3 }] })
    await expect
      .element(page.getByRole('img', { name: /: 1 match avec résultat, 0 point en tout, 0 en moyenne/ }))
      .toBeVisible()
  })

  test('who has only been on the bench has form chips and no chart', async () => {
    await openPlayer({ name: 'Banc Toujours', matches: [{ ...UNRANKED, daysAgo: 3, minutes: 0 }] })
    await expectCount(chips, 1)
    await expect.element(page.getByRole('figure')).not.toBeInTheDocument()
  })

  test('without a match has a message instead of a form', async () => {
    await openPlayer({ name: 'Sans Match', matches: [] })
    await expect.element(page.getByText('Aucun match trouvé pour ce joueur.')).toBeVisible()
    await expect.element(page.getByText('Sa forme')).not.toBeInTheDocument()
    await expect.element(figure('Rang à l’Index')).toHaveTextContent('–')
    await expect.element(figure('Matchs joués')).toHaveTextContent('0')
    await expectNoViolation('no match')
  })

  test('without points counts the matches that they played', async () => {
    await openPlayer({
      name: 'Sans Point',
      matches: [
        { ...UNRANKED, daysAgo: 2 },
        { ...UNRANKED, daysAgo: 4 },
        { ...UNRANKED, daysAgo: 6, minutes: 0 },
      ],
    })
    await expect.element(figure('Points de la saison')).toHaveTextContent('0')
    await expect.element(figure('Matchs joués')).toHaveTextContent('2')
  })

  test('that fails to load has an error message, and appears after a retry', async () => {
    const { playerId } = await builtPlayer()
    const end = refuse(PLAYER)
    await open(`/player/${playerId}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur: ')
    endAtTap(end)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Léo Rivage')
  })

  test('whose season fails to load has a dash instead of zero points', async () => {
    refuse(POINTS, 400)
    await openPlayer()
    await expect.element(figure('Points de la saison')).toHaveTextContent('–')
  })

  test('whose matches fail to load has the matches of their lineups instead', async () => {
    refuse(MATCHES)
    await openPlayer()
    await expectCount(rows, SHOWN.length - 1)
  })

  test('whose matches and lineups fail to load has an error message and a retry button', async () => {
    const ends = [refuse(MATCHES), refuse(LINEUPS)]
    await openPlayer()
    await expect.element(history.getByRole('alert')).toMatchTextContent('Erreur: ')
    endAtTap(() => {
      for (const end of ends) end()
    })
    await history.getByRole('button', { name: 'Réessayer' }).click()
    await expectCount(rows, SHOWN.length)
  })
})

test('a player’s page does not shift when its data arrives', async () => {
  const { playerId } = await builtPlayer()
  const answer = hold(/^\/api\/(players_ref|season_player_points|rpc\/get_player)/)
  await open(`/player/${playerId}`)
  const heading = page.getByRole('heading', { name: 'Ses matchs' })
  await expect.element(heading).toBeVisible()
  const before = heading.element().getBoundingClientRect().y
  answer()
  await expectCount(rows, SHOWN.length)
  await expect.element(page.getByRole('slider')).toBeVisible()
  expect(Math.abs(heading.element().getBoundingClientRect().y - before)).toBeLessThanOrEqual(2)
})

test.each([
  [
    'Maximilien-Alexandre de la Fontaine-Montgomery-Beaurepaire',
    'Association Sportive et Culturelle de la Haute-Vallée-de-Montferrand',
  ],
  ['محمد عبد الرحمن الإدريسي', 'نادي الصقور'],
  ['⚽️👨‍👩‍👧‍👦🔥 Zé 🇧🇷', '🦁 Lions'],
])('the page of %s of %s, with many matches, fits a small phone', async (name, club) => {
  const matches = manyMatches(12).map((match) => ({ ...match, team: club, against: `Union ${club}` }))
  await openPlayer({ name, club, matches })
  await expect.element(page.getByRole('slider')).toBeVisible()
  await expectToFit(SMALL_PHONE)
})

test.each([
  { total_points: 9_876, rank: 987 },
  { total_points: 98_765, rank: 9_876 },
  { total_points: 9_876, rank: 98_765 },
])('$total_points points and the rank $rank fit in their columns', async (figures) => {
  change<{ items: object[] }>(POINTS, ({ items, ...answer }) => ({ ...answer, items: [{ ...items[0], ...figures }] }))
  await openPlayer()
  await expect.element(figure('Points de la saison')).toHaveTextContent(plain(count(figures.total_points)))
  for (const size of [PHONE, SMALL_PHONE]) {
    await expectToFit(size)
    for (const label of ['Points de la saison', 'Rang à l’Index']) {
      const element = figure(label).element()
      const range = document.createRange()
      range.selectNodeContents(element)
      expect(range.getBoundingClientRect().width, `${label}, ${size.width} px`).toBeLessThanOrEqual(element.clientWidth)
    }
  }
})

describe('a player’s page has no accessibility violation', () => {
  test('with all outcomes, on a phone and on a wide screen', async () => {
    await openPlayer({ matches: WITH_OPEN })
    await expect.element(page.getByRole('slider')).toBeVisible()
    await expectNoViolation('all outcomes')
    await page.viewport(DESKTOP.width, DESKTOP.height)
    await expectNoViolation('wide')
  })

  test('for an unknown player', async () => {
    await open('/player/abc')
    await expect.element(page.getByText('Joueur introuvable')).toBeVisible()
    await expectNoViolation('nobody')
  })

  test('after it fails to load', async () => {
    refuse(/^\/api\//, 400)
    await open('/player/1')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expectNoViolation('error')
  })

  test('while it loads', async () => {
    hold(/^\/api\//)
    await open('/player/1')
    await expect.element(page.getByRole('heading', { name: 'Ses matchs' })).toBeVisible()
    await expectNoViolation('loading')
  })
})
