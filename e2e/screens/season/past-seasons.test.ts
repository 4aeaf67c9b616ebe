import type { Season } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { allow, endAtTap, hold, refuse } from '../support/wire.ts'
import { read, world } from '../support/world.ts'
import { figure, rows } from './player-page.ts'
import { list, plain } from './ranking.ts'

/** The open season, and the finished one with its champion. */
async function both() {
  const { items } = await read<{ items: Season[] }>('/api/seasons')
  const [now, past] = [items.find(({ open }) => open), items.find(({ open }) => !open)]
  const champion = past?.champions[0]
  if (now === undefined || past === undefined || champion === undefined)
    throw new Error('The demonstration has no finished season')
  return { now, past, champion }
}

const address = () => location.pathname + location.search
const chooser = page.getByLabelText('Saison')
const championLine = page.getByText(/^Champion/)
const ofThen = page.getByRole('heading', { name: 'Sa fin de saison' })
const texts = () => rows.elements().map((row) => row.textContent)

describe('the ranking of a finished season', () => {
  test('is chosen from the menu, shows its champion, and is left by going back', async () => {
    const { past, champion } = await both()
    await open('/rankings')
    await chooser.selectOptions(`${past.name} ${past.label}`)
    await expect.poll(address).toBe(`/rankings?season=${past.id}`)
    await expect.element(championLine).toMatchTextContent(plain(champion.player_name))
    const first = list.getByRole('listitem').first()
    await expect.element(first).toMatchTextContent(plain(champion.player_name))
    await expect.element(first).not.toMatchTextContent('sur 7 jours')
    history.back()
    await expect.element(chooser).not.toHaveValue(String(past.id))
    await expectCount(championLine, 0)
  })

  test('is in the address, has no accessibility violation and fits a small phone', async () => {
    const { past } = await both()
    await open(`/rankings?season=${past.id}`)
    await expect.element(championLine).toBeVisible()
    await expectNoViolation('a finished season')
    await expectToFit(SMALL_PHONE)
  })
})

test('a player’s page has their past seasons, each a way to its ranking', async () => {
  const { past, champion } = await both()
  await open(`/player/${champion.player_id}`)
  const seasons = page.getByRole('region', { name: 'Saisons passées' })
  await expect.element(seasons.getByRole('listitem')).toMatchTextContent(plain(`${past.name} ${past.label}`))
  await expect.element(seasons.getByRole('listitem')).toMatchTextContent('1er')
  await expectNoViolation('a player with a past season')
  await seasons.getByRole('link').click()
  await expect.poll(address).toBe(`/rankings?season=${past.id}`)
})

test('a player of two seasons has figures, form and chart of one of them, named, and a list that names each', async () => {
  const { now, past } = await both()
  const sinceStart = Math.ceil((Date.now() - Date.parse(now.starts_on)) / DAY_MS)
  const club = { team: 'FC Une', against: 'FC Deux' }
  const { playerId } = await world.career({
    name: 'Ida Longue',
    club: 'FC Une',
    matches: [
      { ...club, daysAgo: 1, rank: 1, points: 300 },
      { ...club, daysAgo: sinceStart + 30, rank: 2, points: 240 },
    ],
  })
  await open(`/player/${playerId}`)
  await expect.element(figure('Points par match')).toHaveTextContent('300')
  const form = page.css('section').filter({ has: page.getByRole('heading', { name: 'Sa forme' }) })
  await expect.element(form).toMatchTextContent(plain(`${now.name} ${now.label}`))
  await expect.element(form.getByText('Son dernier match', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /sur 1 match.*300 en moyenne/ })).toBeVisible()
  await expectCount(rows, 2)
  await expect.element(page.getByText('2\u00a0matchs, toutes saisons')).toBeVisible()
  const named = page.getByRole('heading', { level: 3 })
  const labels = [now, past].map(({ name, label }) => `${name} ${label}`)
  await expect.poll(() => named.elements().map(({ textContent }) => textContent)).toEqual(labels)
  await expectNoViolation('a player of two seasons')
  await expectToFit(SMALL_PHONE)
})

describe('a player in a past season', () => {
  test('is reached from its ranking, left and found again: figures, form and matches follow the choice', async () => {
    const { now, past, champion } = await both()
    const points = plain(count(champion.total_points))
    await open(`/rankings?season=${past.id}`)
    await list.getByRole('link').first().click()
    const inSeason = `/player/${champion.player_id}?season=${past.id}`
    await expect.poll(address).toBe(inSeason)
    await expect.element(figure('Points de la saison')).toHaveTextContent(points)
    await expect.element(figure('Rang à l’Index')).toHaveTextContent('1er')
    await expect.element(chooser.css('option:checked')).toHaveTextContent(plain(`${past.name} ${past.label}`))
    await expect.element(ofThen).toBeVisible()
    const season = `p_player_id=${champion.player_id}&p_season=${past.id}`
    const { total } = await read<{ total: number }>(`/api/rpc/get_player_full_team_history?${season}`)
    await expectCount(rows, Math.min(20, total))
    const matchesThen = texts()

    await chooser.selectOptions(`${now.name} ${now.label}`)
    await expect.poll(address).toBe(`/player/${champion.player_id}`)
    await expectCount(ofThen, 0)
    await expect.element(rows.first()).toBeVisible()
    history.back()
    await expect.poll(address).toBe(inSeason)
    await expect.element(figure('Points de la saison')).toHaveTextContent(points)
    expect(texts()).toEqual(matchesThen)
    await page.getByRole('button', { name: 'Retour' }).click()
    await expect.poll(address).toBe(`/rankings?season=${past.id}`)
  })

  test('is opened by the address, has no accessibility violation and fits a small phone', async () => {
    const { past, champion } = await both()
    await open(`/player/${champion.player_id}?season=${past.id}`)
    await expect.element(figure('Points de la saison')).toHaveTextContent(plain(count(champion.total_points)))
    await expect.element(rows.first()).toBeVisible()
    await expectNoViolation('a player in a past season')
    await expectToFit(SMALL_PHONE)
  })

  test('without a match in it has a link to the open season', async () => {
    const { past } = await both()
    const { playerIds } = await world.build({ status: 'upcoming', kickoffIn: 240, names: ['Nino Demain'] })
    await open(`/player/${playerIds[0]}?season=${past.id}`)
    await expect.element(page.getByText('Aucun match trouvé pour ce joueur dans cette saison.')).toBeVisible()
    await expect.element(figure('Points de la saison')).toHaveTextContent('0')
    await expectNoViolation('a player without a match in the season')
    await page.getByRole('link', { name: 'Voir la saison en cours' }).click()
    await expect.poll(address).toBe(`/player/${playerIds[0]}`)
    await expectCount(chooser, 0)
  })

  test('that does not exist shows a message', async () => {
    allow(/^404 \/api\/(season_player_points|rpc\/get_player_(full_team|complete)_history)\?/)
    const { playerIds } = await world.build({ status: 'upcoming', kickoffIn: 240, names: ['Nino Demain'] })
    await open(`/player/${playerIds[0]}?season=987654`)
    await expect.element(page.getByText('Cette saison n’existe pas.')).toBeVisible()
    await expect.element(figure('Points de la saison')).toHaveTextContent('–')
    await expectNoViolation('a player in no season')
  })

  test('with an invalid id shows the open season', async () => {
    const { playerIds } = await world.build({ status: 'upcoming', kickoffIn: 240, names: ['Nino Demain'] })
    for (const odd of ['abc', '-1', '1.5', '']) {
      await open(`/player/${playerIds[0]}?season=${odd}`)
      await expect.element(page.getByText('Aucun match trouvé pour ce joueur.')).toBeVisible()
    }
  })

  test('on its way moves nothing', async () => {
    const { past, champion } = await both()
    const release = hold(/^\/api\/(players_ref|player_seasons|seasons|season_player_points|rpc\/get_player)/)
    await open(`/player/${champion.player_id}?season=${past.id}`)
    await expect.element(page.getByRole('heading', { name: 'Ses matchs' })).toBeVisible()
    await expectNoViolation('a past season on its way')
    release()
    await expect.element(chooser).toBeVisible()
    await expect.element(rows.first()).toBeVisible()
  })

  test('that cannot be read shows an error, and loads at the next try', async () => {
    const { past, champion } = await both()
    const end = refuse(/^\/api\/rpc\/get_player_.*_history/, 400)
    await open(`/player/${champion.player_id}?season=${past.id}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur: ')
    await expectNoViolation('a past season that cannot be read')
    endAtTap(end)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect.element(rows.first()).toBeVisible()
  })
})
