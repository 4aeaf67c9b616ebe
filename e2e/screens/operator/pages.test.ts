import { count } from '@tribune/french/format/numbers.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BOOK, PAGES, SHOWCASE } from '../../shared/operator-pages.ts'
import { PHONE, SMALL_PHONE, THEMES } from '../../support/samples.ts'
import { CLUB, SHOWN } from '../season/player-page.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { allow, change, endAtTap, refuse } from '../support/wire.ts'
import { enterAsOperator, read, world } from '../support/world.ts'
import { openAll, publishedMatch, tableOf, visit } from './pages.ts'

test.each([...PAGES, BOOK])(
  '%s shows a visitor what is public, asks for the operator’s session for the rest, and for nothing that is refused',
  async (...one) => {
    await visit(one)
    await expectNoViolation(`${one[0]} of a visitor`)
    await expectToFit(SMALL_PHONE)
  },
)

test.each([...PAGES, BOOK])('%s shows the operator all of it', async (...one) => {
  await enterAsOperator()
  await openAll(one)
  await expectNoViolation(`${one[0]} of the operator`)
  await expectToFit(SMALL_PHONE)
})

test.each([
  ['/data-diagnostic', 'Aucun joueur classé.'],
  ['/test-ranking', 'Aucun match terminé'],
  ['/votes-diagnostic', 'Aucun bulletin.'],
  ['/test-football-api', 'Aucun match terminé'],
  ['/check-points', 'Rien à afficher pour le moment.'],
  ['/test-aggregate', 'Aucun match terminé'],
  ['/kylian-test-analysis', 'Aucun joueur ne correspond à « kylian test ».'],
  ['/metrics-dashboard', 'Aucun passage enregistré.'],
])('%s shows a message while it is empty', async (path, sentence) => {
  await enterAsOperator()
  const empty = { items: [], total: 0 }
  const reads = /^\/api\/(?:home_fixtures|match_|season_player|votes_latest|edge_metrics|open_runs|players_by_name)/
  refuse(reads, 200, empty)
  refuse(/^\/api\/rpc\/get_season_ranking_corrected/, 200, { ...empty, season: { name: 'Index', label: '2026' } })
  await open(path)
  await expect.element(page.getByRole('main').getByText(sentence, { exact: false }).first()).toBeVisible()
  await expectNoViolation(`${path} with nothing`)
})

test('the administration lists every page, and counts the pairs of colours of the brand', async () => {
  await enterAsOperator()
  await page.viewport(PHONE.width, PHONE.height)
  await open('/admin?tab=brand')
  for (const [, title] of [...PAGES, SHOWCASE, BOOK]) {
    await expectCount(page.getByRole('navigation').getByRole('link', { name: title, exact: false }), 1)
  }
  await expect.element(page.getByText(/^(\d+) paires de couleurs sur \1 passent AA/)).toBeVisible()
  await expectNoViolation('the Brand Book tab')
})

const shownIn = (theme: (typeof THEMES)[number]) => page.css(`[data-shown-theme=${theme}]`)

test('the showcase shows a visitor both themes', async () => {
  await visit(SHOWCASE)
  await expect.element(shownIn('light').first()).toHaveStyle({ backgroundColor: 'rgb(247, 245, 239)' })
  await expect.element(shownIn('dark').first()).toHaveStyle({ backgroundColor: 'rgb(11, 16, 32)' })
  for (const theme of ['Clair', 'Sombre']) {
    const bar = (state: string) => page.getByRole('region', { name: `${state}, ${theme}` })
    await expect.element(bar('Vote vidé, dernier choix gardé')).toMatchTextContent('ton dernier choix reste gardé')
    await expect.element(bar('Hors ligne, rien ne peut changer')).toMatchTextContent('Hors ligne')
  }
  await expectCount(page.css('[data-pull=busy]'), 2)
  await expectCount(page.getByText('Provisoire', { exact: true }), 2)
  await expectNoViolation('the showcase of a visitor')
  await expectToFit(SMALL_PHONE)
})

describe('for the operator', () => {
  test.each([
    ['Sombre', 'dark', 'light'],
    ['Clair', 'light', 'dark'],
  ] as const)('the showcase shows « %s » alone', async (tab, theme, other) => {
    await enterAsOperator()
    await openAll(SHOWCASE)
    await page.getByRole('tab', { name: tab }).click()
    await expectCount(shownIn(other), 0)
    await expect.element(shownIn(theme).first()).toHaveStyle({ colorScheme: theme })
    // Under the phone's own theme: the two were side by side under either of them.
    await expectNoViolation(`the showcase in ${theme}`, [theme])
  })

  test('the dialogs of the showcase work, and both themes return', async () => {
    await enterAsOperator()
    await openAll(SHOWCASE)
    // With one theme there is one of each button.
    await page.getByRole('tab', { name: 'Clair' }).click()
    await page.viewport(PHONE.width, PHONE.height)
    await page.getByRole('button', { name: 'Ouvrir une fenêtre' }).click()
    const dialog = page.getByRole('dialog', { name: 'Retirer ce joueur ?' })
    await expect.element(dialog).toBeVisible()
    // The visitor's test already checks the page below the dialog, which takes axe seconds.
    await expectNoViolation('a dialog of the showcase', THEMES, dialog)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Ouvrir une bulle' }).click()
    await expect
      .element(page.getByText('Le coefficient multiplie les points du match.', { exact: false }))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Avec tirs au but' }).click()
    const film = page.getByRole('dialog', { name: 'Le film du match' })
    await expectCount(film.getByRole('list', { name: 'Tirs au but' }).getByRole('listitem'), 3)
    await expectNoViolation('the timeline of the showcase', THEMES, film)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Refusé' }).click()
    await expect.element(page.getByRole('region', { name: 'Ton bulletin', exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Vote complet' }).click()
    await expect.element(page.getByText('Vote complet, merci !', { exact: false })).toBeVisible()
    await page.getByRole('tab', { name: 'Les deux' }).click()
    await expect.element(shownIn('dark').first()).toBeInTheDocument()
    await expectToFit(SMALL_PHONE)
  })
})

interface Items<Item> {
  readonly items: readonly Item[]
}

const BROKEN = { error: { code: 'internal', message: 'Panne.', id: 'abc' } }

test('the ranking engine answers the operator with its first five', async () => {
  await enterAsOperator()
  await open(`/test-ranking?match=${await publishedMatch()}`)
  await page.getByRole('button', { name: 'Lancer le classement' }).click()
  await expect.element(page.getByText('Classement terminé.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Votants uniques', { exact: false })).toBeVisible()
  await expectCount(tableOf('Les 5 premiers').getByRole('row'), 6)
})

describe('the check of points', () => {
  test('says that its table cannot be read, and tries again', async () => {
    const restore = refuse(/^\/api\/season_player_points\?/, 500, BROKEN)
    await open('/check-points')
    await expect.element(page.getByRole('alert')).toMatchTextContent('Lecture impossible : Panne.')
    endAtTap(restore)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expectCount(tableOf('Les 10 premiers').getByRole('row'), 11)
  })

  test('refuses an invalid or unknown id in words', async () => {
    allow(/^404 \/api\/home_fixtures\/999999999$/)
    await open('/check-points')
    const field = page.getByLabelText('Numéro du match')
    await field.fill('douze')
    await page.getByRole('button', { name: 'Étudier ce match' }).click()
    await expect.element(page.getByText('Numéro de match invalide', { exact: false })).toBeVisible()
    await expectNoViolation('a wrong number')
    await field.fill('999999999')
    await page.getByRole('button', { name: 'Étudier ce match' }).click()
    await expect.poll(() => location.search).toMatch(/match=999999999$/)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Ce match n’existe pas.')
    const recent = page.getByLabelText('Matchs terminés récents')
    await recent.selectOptions(recent.getByRole('option').nth(2))
    await expect.element(page.getByText(/^Points (?:in)?cohérents|^Aucun point enregistré/)).toBeVisible()
  })

  test('asks for a recalculation of points that are 10 off', async () => {
    change<Items<object>>(/^\/api\/match_player_points\?/, ({ items }) => ({
      items: items.map((row) => ({ ...row, points: 3 })),
    }))
    await open(`/check-points?match=${await publishedMatch()}`)
    await expect.element(page.getByText(/^Points incohérents\s: 3 pour .* Recalcul nécessaire\.$/)).toBeVisible()
    await expectNoViolation('inconsistent points')
  })
})

test('a failed probe is shown with its status', async () => {
  const restore = refuse(/^\/api\/functions\/award-xp/, 503, '')
  await open('/edge-status')
  await expect.element(page.getByText(/^Erreur 503/)).toBeVisible()
  await expect.element(page.getByText('3 fonctions sur 4 répondent.', { exact: false })).toBeVisible()
  endAtTap(restore)
  await page.getByRole('button', { name: 'Sonder de nouveau' }).click()
  await expect.element(page.getByText('4 fonctions sur 4 répondent.', { exact: false })).toBeVisible()
})

describe('the analysis of a player', () => {
  interface Total {
    readonly player_name: string
    readonly total_points: number
  }

  /** Returns a player whose name is unique in this world, with their row of the season. */
  async function ranked() {
    const { playerId } = await world.career({ name: `Aristide Béranger ${Date.now()}`, club: CLUB, matches: SHOWN })
    const { items } = await read<Items<Total>>(`/api/season_player_points?player_id=${playerId}`)
    const [row] = items
    if (row === undefined) throw new Error('They have no points')
    return { row, name: row.player_name, total: row.total_points }
  }

  test('finds them by name without accents, with a total that agrees with their matches', async () => {
    const { name, total } = await ranked()
    await open('/data-diagnostic')
    await page.getByLabelText('Nom du joueur').fill(name.toUpperCase())
    await page.getByRole('button', { name: 'Analyser ce joueur' }).click()
    await expect.poll(() => location.pathname).toMatch(/-analysis/)
    await expect.element(page.getByRole('heading', { level: 2, name, exact: false })).toBeVisible()
    await expect
      .element(page.getByText('Le total enregistré correspond aux points des matchs.', { exact: false }))
      .toBeVisible()
    const cells = tableOf('Total enregistré').getByRole('row', { name: 'Points', exact: false }).getByRole('cell')
    await expect
      .poll(() => cells.elements().map(({ textContent }) => Number(textContent.replace(/\D/g, ''))))
      .toEqual([total, total])
    await expectNoViolation('an analysis')
    await expectToFit(SMALL_PHONE)
  })

  test('shows the matches of each season apart, under its name', async () => {
    const { name, total } = await ranked()
    const past = { id: 900, name: 'Index', label: 'passé', starts_on: '2019-07-01', ends_on: '2020-06-30', open: false }
    change<Items<object>>(/^\/api\/seasons/, ({ items }) => ({ items: [...items, { ...past, champions: [] }] }))
    const row = { match_date: '2020-05-02T20:00:00.000Z', match_id: 1, points: 77 }
    change<Items<object>>(/^\/api\/rpc\/get_player_complete_history/, ({ items }) => ({
      items: [...items, { ...items[0], ...row }],
    }))
    await open(`/${name.replaceAll(' ', '-')}-analysis`)
    await expect.element(textWith('Saison en cours : Index')).toBeVisible()
    await expect.element(textWith(`${count(total)} points`)).toBeVisible()
    await expect.element(textWith('77 points')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 3, name: 'Index passé' })).toBeVisible()
    await expectCount(tableOf('Points match par match, Index passé').getByRole('row'), 2)
    await expectNoViolation('an analysis of two seasons')
    await expectToFit(SMALL_PHONE)
  })

  test('invites to name a player when it is opened from the list of pages', async () => {
    await enterAsOperator()
    await open('/admin')
    await page.getByRole('link', { name: 'Analyse d’un joueur', exact: false }).click()
    await expect.element(textWith('Écris le nom d’un joueur, ou choisis l’un des premiers de la saison.')).toBeVisible()
    await expect.element(page.getByLabelText('Nom du joueur')).toHaveValue('')
    await expectCount(textWith('Aucun joueur ne correspond'), 0)
  })

  test('asks for a rebuild when their total is missing', async () => {
    const { name } = await ranked()
    refuse(/^\/api\/season_player_points\?player_id=/, 200, { items: [] })
    await open(`/${name.replaceAll(' ', '-')}-analysis`)
    const sentence = 'aucune ligne de saison n’est enregistrée. Reconstruction nécessaire.'
    await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  })

  test('says that a wrong total differs', async () => {
    const { row, name, total } = await ranked()
    refuse(/^\/api\/season_player_points\?player_id=/, 200, { items: [{ ...row, total_points: total + 1 }] })
    await open(`/${name.replaceAll(' ', '-')}-analysis`)
    const sentence = 'Le total enregistré diffère des points des matchs.'
    await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  })
})

test('the metrics show failures first, the runs of one function, and their durations', async () => {
  await enterAsOperator()
  const failed = { ok: false, error_code: 'quota_exhausted', error: 'plus d’appel aujourd’hui '.repeat(12) }
  change<Items<object>>(/^\/api\/edge_metrics/, ({ items }) => ({
    items: items.map((run, at) =>
      at === items.length - 1
        ? { ...run, ...failed, duration_ms: 725_000 }
        : { ...run, ok: true, error_code: null, error: null },
    ),
  }))
  const started_at = new Date(Date.now() - 185_000).toISOString()
  const openRun = { id: 'a', function_name: 'scheduler-nightly', started_at }
  refuse(/^\/api\/open_runs/, 200, { items: [openRun] })
  await open('/metrics-dashboard')
  await expect.element(page.getByText(/^depuis .+ \(3\smin \d+\ss\)$/)).toBeVisible()
  await expect.element(textWith('L’échelle est une racine carrée')).toBeVisible()
  await expect
    .element(
      page.getByRole('img', {
        name: /^Durée des passages\.\s\d+\spassages?,\sdont\s1\séchec.*la plus longue\s:\s12\smin\s5\ss\./,
      }),
    )
    .toBeVisible()
  const rows = tableOf('Derniers passages').getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent('quota_exhausted')
  await expect.element(rows.nth(1)).toMatchTextContent(/12\smin\s5\ss/)
  await userEvent.click(page.getByLabelText('Les échecs d’abord'))
  await expect.element(page.getByLabelText('Les échecs d’abord')).not.toBeChecked()
  await expect.element(rows.last()).toMatchTextContent('quota_exhausted')
  await expectNoViolation('the metrics')
  const name = rows.nth(1).getByRole('rowheader').element().textContent
  await page.getByRole('combobox', { name: 'Fonction' }).selectOptions(name)
  await expect.poll(() => location.pathname + location.search).toBe(`/metrics-dashboard?fn=${name}`)
  await expectCount(rows.filter({ hasNotText: name }), 1)
  await expectToFit(SMALL_PHONE)
})
