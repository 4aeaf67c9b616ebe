import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { DESKTOP, PHONE, SMALL_PHONE, type THEMES } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

const SIGN_IN = /Connecte-toi comme administrateur pour/

type OperatorPage = readonly [path: string, title: string, shown: string | RegExp, asks: number]

/** Each page: its address, its title, what a visitor reads on it, and in how many places the operator's session is asked for. */
const PAGES: readonly OperatorPage[] = [
  ['/data-diagnostic', 'Diagnostic des données', 'Le classement affiché est celui qui est enregistré.', 1],
  ['/test-ranking', 'Essai du classement d’un match', 'Classement enregistré (5 premiers)', 1],
  ['/edge-status', 'État des fonctions', '4 fonctions sur 4 répondent.', 0],
  ['/votes-diagnostic', 'Diagnostic des votes', 'Votants par match', 2],
  ['/test-football-api', 'Essai des données de football', /^Composition (?:in)?complète/, 0],
  ['/check-points', 'Contrôle des points', /^Points cohérents|^Aucun point enregistré/, 0],
  ['/test-aggregate', 'Essai de l’agrégation', 'Points distribués', 2],
  ['/personne-de-ce-nom-analysis', 'Analyse d’un joueur', 'Premiers de la saison', 0],
  ['/metrics-dashboard', 'Mesures des fonctions', 'Travaux en cours', 2],
]
/** The two that are far longer than the others have journeys of their own. */
const SHOWCASE: OperatorPage = ['/design-demo', 'Démonstration des composants', 'Bannière du vote, dans chaque état', 0]
const BOOK: OperatorPage = ['/brand-book', 'Brand Book', 'Le vote populaire mondial', 0]

/** A match whose result is published. */
async function publishedMatch(page: Page): Promise<number> {
  const { items } = await (await page.request.get('/api/rpc/get_match_winners')).json()
  return items.at(-1).match_id
}

/** What this page has asked the server for, of what it refuses a visitor. */
function listenForRefused(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?:votes_|match_votes|edge_metrics|open_runs|operator)/.test(pathname)) asked.push(pathname)
  })
  return asked
}

/** Opens a page as a visitor, and expects what is public, and the question for the operator's session in place of the rest. */
async function visit(page: Page, [path, title, shown, asks]: OperatorPage, refused: readonly string[]): Promise<void> {
  await page.setViewportSize(PHONE)
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('sans session d’administrateur')).toBeVisible()
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  await expect(page.getByText(SIGN_IN)).toHaveCount(asks)
  await expect(page.getByText('Chargement…')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  expect(refused, `what ${path} asks for, and is refused to a visitor`).toEqual([])
}

/** Expects all of an open page, on a desktop. */
async function expectAllOf(page: Page, world: World, [, , shown]: OperatorPage): Promise<void> {
  await page.setViewportSize(DESKTOP)
  await expect(page.getByText(`Connecté comme administrateur : ${world.admin.email}`)).toBeVisible()
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
  await expect(page.getByText(SIGN_IN)).toHaveCount(0)
  await expect(page.getByText('Chargement…')).toHaveCount(0)
}

/** The same for each page, in a step that bears its address. */
function eachPage(journey: (one: OperatorPage) => Promise<void>): Promise<void> {
  const pages = new Map(PAGES.map((one) => [one[0], one]))
  return eachOf([...pages.keys()], async (path) => journey(pages.get(path) as OperatorPage))
}

test('each page shows a visitor what is public, asks for the operator’s session for the rest, and for nothing that is refused', async ({
  page,
}) => {
  const refused = listenForRefused(page)
  await eachPage(async (one) => {
    await visit(page, one, refused)
    await expectNoViolation(page, `${one[0]} of a visitor`)
    await expectToFit(page, SMALL_PHONE)
  })
})

test('each page shows the operator all of it', async ({ page, world }) => {
  await enterAs(page, world)
  await eachPage(async (one) => {
    await page.goto(one[0])
    await expectAllOf(page, world, one)
    await expectNoViolation(page, `${one[0]} of the operator`)
    await expectToFit(page, SMALL_PHONE)
  })
})

test('the brand book gives a visitor the mark as files; the administration lists every page, and opens the book in a tab', async ({
  page,
  world,
}) => {
  await test.step('a visitor’s book', async () => {
    await visit(page, BOOK, listenForRefused(page))
    await expectNoViolation(page, 'the book of a visitor')
    await expectToFit(page, SMALL_PHONE)
  })
  await test.step('the mark as files', async () => {
    const saved = async (button: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: button }).click()
      const file = await download
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
    }
    const svg = await saved('Télécharger : Icône de l’app, SVG')
    expect(svg.name).toBe('tribune-icon.svg')
    expect(svg.bytes.toString()).toMatch(/^<svg .*fill="#070b17".*fill="#d98e55".*fill="#c9d1de".*fill="#f2c14e"/)
    const png = await saved('Télécharger : Marque, fond clair, PNG 256 px')
    expect(png.name).toBe('tribune-light-256.png')
    // The width and height of a PNG are in its first 24 bytes.
    expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([256, 256])
    expect(png.bytes.length).toBeGreaterThan(1_000)
  })
  await test.step('the list of the administration', async () => {
    await enterAs(page, world)
    await page.setViewportSize(PHONE)
    await page.goto('/admin?tab=brand')
    for (const [, title] of [...PAGES, SHOWCASE, BOOK]) {
      await expect(page.getByRole('navigation').getByRole('link', { name: title })).toHaveCount(1)
    }
    await expect(page.getByText(/^(\d+) paires de couleurs sur \1 passent AA/)).toBeVisible()
    await expectNoViolation(page, 'the Brand Book tab')
  })
  await test.step('the operator’s book', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('link', { name: 'Ouvrir le Brand Book' }).click()
    const book = await opened
    await expect(book).toHaveURL(`${world.url}/brand-book`)
    await expect(book.getByRole('heading', { level: 1, name: 'Brand Book' })).toBeVisible()
    await expectAllOf(book, world, BOOK)
    await expectNoViolation(book, 'the book of the operator')
    await expectToFit(book, SMALL_PHONE)
  })
})

test('the ranking engine answers the operator with its first five', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto(`/test-ranking?match=${await publishedMatch(page)}`)
  await page.getByRole('button', { name: 'Lancer le classement' }).click()
  await expect(page.getByText('Classement terminé.')).toBeVisible()
  await expect(page.getByText('Votants uniques')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Tableau : Les 5 premiers' }).getByRole('row')).toHaveCount(6)
})

test('points are checked of a match chosen by its id: an invalid or unknown one is refused, and 10 off ask for a recalculation', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/^404 \/api\/home_fixtures\/999999999$/)
  await test.step('a table that cannot be read says so, and is tried again', async () => {
    await context.route('**/api/season_player_points?*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Panne.', id: 'abc' } } }),
    )
    await page.goto('/check-points')
    await expect(page.getByRole('alert')).toContainText('Lecture impossible : Panne.')
    await context.unroute('**/api/season_player_points?*')
    await page.getByRole('button', { name: 'Réessayer' }).click()
    await expect(page.getByRole('region', { name: 'Tableau : Les 10 premiers' }).getByRole('row')).toHaveCount(11)
  })
  await test.step('an invalid or unknown id is refused in words', async () => {
    const field = page.getByLabel('Numéro du match')
    await field.fill('douze')
    await page.getByRole('button', { name: 'Étudier ce match' }).click()
    await expect(page.getByText('Numéro de match invalide')).toBeVisible()
    await expectNoViolation(page, 'a wrong number')
    await field.fill('999999999')
    await page.getByRole('button', { name: 'Étudier ce match' }).click()
    await expect(page).toHaveURL(/match=999999999$/)
    await expect(page.getByRole('alert')).toContainText('Ce match n’existe pas.')
    await page.getByLabel('Matchs terminés récents').selectOption({ index: 2 })
    await expect(page.getByText(/^Points (?:in)?cohérents|^Aucun point enregistré/)).toBeVisible()
  })
  await test.step('points that are 10 off ask for a recalculation', async () => {
    await context.route('**/api/match_player_points?*', async (route) => {
      const answer = await route.fetch()
      const { items } = await answer.json()
      await route.fulfill({ response: answer, json: { items: items.map((row: object) => ({ ...row, points: 3 })) } })
    })
    await page.goto(`/check-points?match=${await publishedMatch(page)}`)
    await expect(page.getByText(/^Points incohérents\s: 3 pour .* Recalcul nécessaire\.$/)).toBeVisible()
    await expectNoViolation(page, 'inconsistent points')
  })
})

test('a failed probe is shown with its status', async ({ page, context }) => {
  let broken = true
  await context.route('**/api/functions/award-xp', (route) =>
    broken ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  )
  await page.goto('/edge-status')
  await expect(page.getByText(/^Erreur 503/)).toBeVisible()
  await expect(page.getByText('3 fonctions sur 4 répondent.')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Sonder de nouveau' }).click()
  await expect(page.getByText('4 fonctions sur 4 répondent.')).toBeVisible()
})

test('any player is found by name without accents; their total agrees with their matches, or asks for a rebuild', async ({
  page,
  context,
}) => {
  const { items } = await (await page.request.get('/api/season_player_points?limit=1')).json()
  const { player_name: name, total_points: total } = items[0]
  await test.step('found, with a total that agrees', async () => {
    await page.goto('/data-diagnostic')
    await page.getByLabel('Nom du joueur').fill(name.toUpperCase())
    await page.getByRole('button', { name: 'Analyser ce joueur' }).click()
    await expect(page).toHaveURL(/-analysis/)
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(page.getByText('Le total enregistré correspond aux points des matchs.')).toBeVisible()
    const cells = page
      .getByRole('region', { name: 'Tableau : Total enregistré' })
      .getByRole('row', { name: 'Points' })
      .getByRole('cell')
    const totals = (await cells.allTextContents()).map((text) => Number(text.replace(/\D/g, '')))
    expect(totals).toEqual([total, total])
    await expectNoViolation(page, 'an analysis')
    await expectToFit(page, SMALL_PHONE)
  })
  let stored: readonly object[] = []
  await context.route('**/api/season_player_points?player_id=*', (route) => route.fulfill({ json: { items: stored } }))
  await test.step('a missing total', async () => {
    await page.goto(`/${name.replaceAll(' ', '-')}-analysis`)
    await expect(page.getByText('aucune ligne de saison n’est enregistrée. Reconstruction nécessaire.')).toBeVisible()
  })
  await test.step('a wrong total', async () => {
    stored = [{ ...items[0], total_points: total + 1 }]
    await page.reload()
    await expect(page.getByText('Le total enregistré diffère des points des matchs.')).toBeVisible()
  })
})

test('the metrics show failures first, the runs of one function, and their durations', async ({
  page,
  world,
  context,
}) => {
  await enterAs(page, world)
  await context.route('**/api/edge_metrics*', async (route) => {
    const answer = await route.fetch()
    const { items } = await answer.json()
    const failed = { ok: false, error_code: 'quota_exhausted', error: 'plus d’appel aujourd’hui '.repeat(12) }
    const json = {
      items: items.map((run: object, at: number) => (at === items.length - 1 ? { ...run, ...failed } : run)),
    }
    await route.fulfill({ response: answer, json })
  })
  await context.route('**/api/open_runs', (route) =>
    route.fulfill({
      json: { items: [{ id: 'a', function_name: 'scheduler-nightly', started_at: new Date().toISOString() }] },
    }),
  )
  await page.goto('/metrics-dashboard')
  await expect(page.getByText(/^depuis /)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Durée des passages\.\s\d+\spassages?,\sdont\s1\séchec/ })).toBeVisible()
  const rows = page.getByRole('region', { name: 'Tableau : Derniers passages' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('quota_exhausted')
  await page.getByLabel('Les échecs d’abord').uncheck()
  await expect(rows.last()).toContainText('quota_exhausted')
  await expectNoViolation(page, 'the metrics')
  const name = (await rows.nth(1).getByRole('rowheader').textContent()) ?? ''
  await page.getByRole('combobox', { name: 'Fonction' }).selectOption(name)
  await expect(page).toHaveURL(`${world.url}/metrics-dashboard?fn=${name}`)
  await expect(rows.filter({ hasNotText: name })).toHaveCount(1)
  await expectToFit(page, SMALL_PHONE)
})

test('every page says so when there is nothing yet', async ({ page, world, context }) => {
  await enterAs(page, world)
  const empty = { items: [], total: 0 }
  const season = { ...empty, season: { name: 'Index', label: '2026' } }
  const reads = /\/api\/(?:home_fixtures|match_|season_player|votes_latest|edge_metrics|open_runs|players_by_name)/
  await context.route(reads, (route) => route.fulfill({ json: empty }))
  await context.route('**/api/rpc/get_season_ranking_corrected*', (route) => route.fulfill({ json: season }))
  for (const [path, sentence] of [
    ['/data-diagnostic', 'Aucun joueur classé.'],
    ['/test-ranking', 'Aucun match terminé'],
    ['/votes-diagnostic', 'Aucun bulletin.'],
    ['/test-football-api', 'Aucun match terminé'],
    ['/check-points', 'Rien à afficher pour le moment.'],
    ['/test-aggregate', 'Aucun match terminé'],
    ['/kylian-test-analysis', 'Aucun joueur ne correspond à « kylian test ».'],
    ['/metrics-dashboard', 'Aucun passage enregistré.'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(sentence).first()).toBeVisible()
    await expectNoViolation(page, `${path} with nothing`)
  }
})

test('the showcase shows a visitor and the operator one theme or both, and its windows work', async ({
  page,
  world,
}) => {
  const shownIn = (theme: (typeof THEMES)[number]) => page.locator(`[data-shown-theme=${theme}]`)
  await test.step('both themes, for a visitor', async () => {
    await visit(page, SHOWCASE, listenForRefused(page))
    await expect(shownIn('light').first()).toHaveCSS('background-color', 'rgb(247, 245, 239)')
    await expect(shownIn('dark').first()).toHaveCSS('background-color', 'rgb(11, 16, 32)')
    for (const theme of ['Clair', 'Sombre']) {
      const bar = (state: string) => page.getByRole('region', { name: `${state}, ${theme}`, exact: true })
      await expect(bar('Vote vidé, dernier choix gardé')).toContainText('ton dernier choix reste gardé')
      await expect(bar('Hors ligne, rien ne peut changer')).toContainText('Hors ligne')
    }
    await expect(page.locator('[data-pull=busy]')).toHaveCount(2)
    await expectNoViolation(page, 'the showcase of a visitor')
    await expectToFit(page, SMALL_PHONE)
  })
  await enterAs(page, world)
  await page.reload()
  await expectAllOf(page, world, SHOWCASE)
  for (const [tab, theme, other] of [
    ['Sombre', 'dark', 'light'],
    ['Clair', 'light', 'dark'],
  ] as const) {
    await test.step(`${theme} alone, for the operator`, async () => {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await expect(shownIn(other)).toHaveCount(0)
      await expect(shownIn(theme).first()).toHaveCSS('color-scheme', theme)
      // Under the phone's own theme: the two were side by side under either of them.
      await expectNoViolation(page, `the showcase in ${theme}`, [theme])
    })
  }
  await test.step('its windows', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Ouvrir une fenêtre' }).click()
    await expect(page.getByRole('dialog', { name: 'Retirer ce joueur ?' })).toBeVisible()
    await expectNoViolation(page, 'a window of the showcase')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Ouvrir une bulle' }).click()
    await expect(page.getByText('Le coefficient multiplie les points du match.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Vote complet', exact: true }).click()
    await expect(page.getByText('Vote complet, merci !')).toBeVisible()
  })
  await test.step('both themes fit a small phone for the operator too', async () => {
    await page.getByRole('tab', { name: 'Les deux', exact: true }).click()
    await expect(shownIn('dark')).not.toHaveCount(0)
    await expectToFit(page, SMALL_PHONE)
  })
})
