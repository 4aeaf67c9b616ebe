import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open, readsEnded, tapAt } from '../support/screen.ts'
import { allow, change, endAtTap, hold, refuse, requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
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

const MATCHES = 45
/** The line of the season. */
const SEASON = /^\/api\/season_player_points/

describe('a player’s page', () => {
  test('says who they are, and what their season is worth', async () => {
    await openPlayer()
    await expect.poll(() => document.title).toBe('Léo Rivage · Tribune')
    await expect.element(page.getByText(CLUB).first()).toBeVisible()
    await expect.element(figure('Points de la saison')).toHaveTextContent('1 020')
    await expect.element(figure('Matchs joués')).toHaveTextContent('7')
    await expect.element(figure('Rang à l’Index')).toMatchTextContent(/^\d+(er|e)$/)
    await expect.element(figure('Fois premier')).toHaveTextContent('1')
    await expect.element(figure('Podiums')).toHaveTextContent('3')
    await expect.element(figure('Points par match')).toHaveTextContent('145,7')
  })

  test('has the last five matches in the order in which they were played', async () => {
    await openPlayer()
    await expect.element(page.getByText('Ses 5 derniers matchs, du plus ancien au plus récent')).toBeVisible()
    await expectCount(chips, 5)
    await expect.element(chips.first()).toHaveAccessibleName(/US Plaine, Sans classement, /)
    await expect.element(chips.nth(2)).toHaveAccessibleName(/Olympique Val, N’a pas joué, /)
    await expect
      .element(chips.last())
      .toHaveAccessibleName(new RegExp(`^${CLUB} 2\\s–\\s1 Aval SC, 300\\spoints, #1 du match, \\d+ \\S+$`))
  })

  test('sums the chart up in a sentence, reads it with the arrow keys, and offers it as a table', async () => {
    await openPlayer()
    const chart = page.getByRole('figure', { name: 'Points par match' })
    await expect
      .element(
        chart.getByRole('img', {
          name: 'Graphique des points par match, sur 9\u00a0matchs\u00a0: 7\u00a0matchs avec résultat, 1\u202f020\u00a0points en tout, 145,7 en moyenne, 300 au mieux.',
        }),
      )
      .toBeVisible()
    const reader = chart.getByRole('slider', { name: 'Match à lire' })
    ;(await reader.findElement()).focus()
    await expect.element(reader).toHaveAttribute('aria-valuetext', expect.stringMatching(/Aval SC.*#1 du match$/))
    await userEvent.keyboard('{ArrowLeft}')
    await expect
      .element(reader)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/Stade Amont.*240\u00a0points, #2 du match$/))
    await expect.element(chart.getByRole('link')).toMatchTextContent('Stade Amont')
    await expect.element(chart.getByRole('link')).toMatchTextContent('3 – 0 à l’extérieur')
    await userEvent.keyboard('{Home}')
    await expect.element(chart.getByRole('link')).toMatchTextContent('FC Mont')
    await expectCount(chart.getByRole('row'), SHOWN.length + 1)
    await expect.element(chart.getByRole('row').nth(1)).toMatchTextContent('#4 du match')
  })

  test('has a chart that a finger reads', async () => {
    await openPlayer()
    const reader = page.getByRole('slider', { name: 'Match à lire' })
    const element = await reader.findElement()
    element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    // Oldest first.
    await tapAt(box.x + (box.width / SHOWN.length) * 3.5, box.y + box.height / 2)
    await expect.element(page.getByRole('figure').getByRole('link')).toMatchTextContent('CS Delta')
  })

  test('says of each match what it gave the player, and leads to it', async () => {
    const { matchIds } = await openPlayer()
    const sentences = [
      '#1 du match',
      '#2 du match',
      'N’a pas joué',
      'Hors top 10',
      'Sans classement',
      '#7 du match',
      'N’a pas joué',
      '#3 du match',
      '#4 du match',
    ]
    await expectCount(rows, sentences.length)
    for (const [index, sentence] of sentences.entries()) {
      await expect.element(rows.nth(index)).toMatchTextContent(sentence)
    }
    await expect.element(rows.nth(0)).toMatchTextContent('300')
    await expectCount(rows.filter({ hasText: 'Premier match avec' }), 1)
    await expect.element(rows.nth(7)).toMatchTextContent(`Premier match avec ${CLUB}`)
    await rows.nth(1).getByRole('link').click()
    await expect.poll(() => location.pathname).toBe(`/match/${matchIds[1]}`)
  })

  test('promises the result of a match that is not out, and gives no points away', async () => {
    await openPlayer({ matches: WITH_OPEN })
    await expect.element(rows.nth(0)).toMatchTextContent('Résultat à venir')
    await expect.element(chips.last()).toHaveAccessibleName(/Entente Baie, Résultat à venir, /)
  })

  test('has matches twenty at a time, the chart with them, until there are no more', async () => {
    await openPlayer({ matches: manyMatches(MATCHES) })
    await expectCount(rows, 20)
    await expect.element(page.getByText(`20 sur ${MATCHES}\u00a0matchs`)).toBeVisible()
    await expect.element(page.getByRole('img', { name: /sur 20 matchs/ })).toBeVisible()
    const more = page.getByRole('button', { name: 'Voir les matchs précédents' })
    await more.click()
    await expectCount(rows, 40)
    await more.click()
    await expectCount(rows, MATCHES)
    await expect.element(more).not.toBeInTheDocument()
    await expect.element(page.getByRole('img', { name: /sur 40 matchs/ })).toBeVisible()
  })

  test('keeps its matches when older ones cannot be loaded', async () => {
    await openPlayer({ matches: manyMatches(25) })
    const end = refuse(/^\/api\/rpc\/get_player_.*_history\?.*p_offset=20/, 400)
    await page.getByRole('button', { name: 'Voir les matchs précédents' }).click()
    await expect.element(page.getByText('Les matchs précédents n’ont pas pu être chargés.')).toBeVisible()
    await expectCount(rows, 20)
    endAtTap(end)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expectCount(rows, 25)
  })
})

test.each(['987654321', 'abc', '99999999999999999999999', '1e3', '-', '%F0%9F%A6%8A', '0x10'])(
  'the id %s, which is invalid or unknown, has a page with a message and a link to the ranking',
  async (id) => {
    allow(/^404 \/api\/(players_ref\/|rpc\/get_player_(full_team|complete)_history\?p_player_id=)987654321\b/)
    await open(`/player/${id}`)
    await expect.element(page.getByText('Joueur introuvable')).toBeVisible()
    await expect.poll(() => document.title).toBe('Joueur introuvable · Tribune')
    await expect.element(page.getByRole('link', { name: 'Voir le classement' })).toHaveAttribute('href', '/rankings')
  },
)

test('a player the fan has picked is marked, and so is the match; another of the match is not', async () => {
  const match = await world.build({ rating: 7, names: ['Ousmane Choisi', 'Autre Un', 'Autre Deux'] })
  const [first = 0, second = 0, third = 0] = match.playerIds
  await signIn()
  expect(await castBallot(match.id, [second, first, third])).toMatchObject({ status: 200 })
  await world.finish(match.id, 61)
  await open(`/player/${first}`)
  await expect.element(page.getByText('Déjà sur ton podium')).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('Ton 2e choix')
  const reads = () => requests(/^\/api\/rpc\/get_my_podium_players/).length
  const before = reads()
  await open(`/player/${match.playerIds[5]}`)
  await expect.element(rows.first()).toBeVisible()
  await expect.poll(reads).toBeGreaterThan(before)
  await readsEnded()
  await expect.element(page.getByText('Déjà sur ton podium')).not.toBeInTheDocument()
})

test.each([100, 130, 150, 200].map((percent) => ({ percent })))(
  'the name has room for its words, and the figures of the season stand apart, at $percent % of the text size',
  async ({ percent }) => {
    enlargeText(percent)
    change<{ items: SeasonRow[] }>(SEASON, (read) => ({
      ...read,
      items: read.items.map((row) => ({ ...row, total_points: 1_736, rank: 1 })),
    }))
    await openPlayer()
    await expect.element(figure('Points de la saison')).toHaveTextContent('1 736')
    await expectWhole(page.css('dl dd'), page.css('dl dt'))
    const { width } = page.getByRole('heading', { level: 1 }).element().getBoundingClientRect()
    expect(width).toBeGreaterThan(1.3 * percent)
  },
)

const PLAYER = /^\/api\/players_ref\//
const POINTS = /^\/api\/season_player_points/
const TEAM_HISTORY = /^\/api\/rpc\/get_player_full_team_history/
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
    refuse(TEAM_HISTORY)
    await openPlayer()
    await expectCount(rows, SHOWN.length - 1)
  })

  test('whose matches and lineups fail to load has an error message and a retry button', async () => {
    const ends = [refuse(TEAM_HISTORY), refuse(LINEUPS)]
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
    await expectNoViolation('an unknown player')
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
