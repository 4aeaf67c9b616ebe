import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open, readsEnded } from '../support/screen.ts'
import { tapAt } from '../support/touch.ts'
import { allow, change, endAtTap, refuse, requests } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
import { CLUB, chips, figure, manyMatches, openPlayer, rows, SHOWN, WITH_OPEN } from './player-page.ts'

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

  test('sums the chart up in a sentence, reads it with the arrow keys, and tells it as a table', async () => {
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
  'the id %s, which is invalid or unknown, has a page that says so, with a link to the ranking',
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
