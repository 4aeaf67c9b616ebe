import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { NEED_KINDS } from '@tribune/domain/operator/needs.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, LONG_CLUB, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textsOf, textWith } from '../support/screen.ts'
import { answer, change, endAtTap, handle, hold, refuse, requests } from '../support/wire.ts'
import { enterAsOperator, world } from '../support/world.ts'

const OVERVIEW = /^\/api\/operator_overview/
const ANOMALIES = /^\/api\/feed_anomalies/
const NIGHT = /^\/api\/functions\/scheduler-nightly/
const region = (name: string) => page.getByRole('region', { name })
const figure = (name: string) => region('Chiffres du moment').getByRole('link', { name, exact: false })
const acts = region('Lancer à la main')
const dialog = page.getByRole('dialog')
const night = acts.getByRole('button', { name: 'Lancer le passage de la nuit' })

const READ_AT = '2026-11-29T20:00:00.000Z'
const match = (match_id: number, home_team = 'FC Rive') => ({
  match_id,
  home_team,
  away_team: 'Stade Aval',
  competition_name: 'Coupe du Lac',
  match_date: '2026-11-29T18:00:00.000Z',
  voters: 12,
})
const CALM: OperatorOverview = {
  read_at: READ_AT,
  needs: [],
  facts: {
    feed: { succeeded_at: '2026-11-29T19:57:30.000Z', refusal: null, pace: 'quiet' },
    quota: { day_limit: 7_500, day_remaining: 5_000 },
    nightly: {
      ran_at: '2026-11-29T04:16:00.000Z',
      ok: true,
      succeeded_at: '2026-11-29T04:16:00.000Z',
      under_way: false,
    },
    runs: { failed: 0, failing: [] },
    due: 0,
    in_doubt: 0,
    provisional: 0,
    reviews: 0,
    suspicious: 0,
    marked: 0,
    anomalies: 0,
    browser_errors: 0,
  },
  open: { total: 0, items: [] },
  due: [],
  in_doubt: [],
  provisional: [],
  suspicious: [],
  compared: { matches: 0, waiting: 0 },
  failures: [],
}
/** More of everything than a screen holds. */
const BUSY: OperatorOverview = {
  ...CALM,
  needs: NEED_KINDS.map((kind, index) => ({ kind, severity: index < 9 ? 'act' : 'watch' })),
  facts: {
    ...CALM.facts,
    feed: { succeeded_at: '2026-11-29T17:55:00.000Z', refusal: 'suspended', pace: 'minute' },
    quota: { day_limit: 100, day_remaining: 6 },
    nightly: {
      ran_at: '2026-11-29T04:16:00.000Z',
      ok: false,
      succeeded_at: '2026-11-26T04:16:00.000Z',
      under_way: false,
    },
    runs: { failed: 1_204, failing: ['digest', 'publish-due'] },
    due: 7,
    in_doubt: 1,
    provisional: 2,
    reviews: 4,
    suspicious: 3,
    marked: 1_203,
    anomalies: 14,
    browser_errors: 1_250,
  },
  open: {
    total: 23,
    items: Array.from({ length: 20 }, (_, index) => ({
      ...match(100 + index, index === 0 ? LONG_CLUB : 'FC Rive'),
      closes_at: index === 0 ? null : '2026-11-29T20:30:00.000Z',
    })),
  },
  due: Array.from({ length: 7 }, (_, index) => match(200 + index, LONG_CLUB)),
  in_doubt: [match(300)],
  provisional: [match(500, LONG_CLUB), match(501)],
  suspicious: [{ ...match(400, LONG_CLUB), groups: 3 }],
  compared: { matches: 20, waiting: 2 },
  failures: [
    { function_name: 'digest', failed: 1_200, failed_at: '2026-11-29T19:50:00.000Z', error_code: 'internal' },
    { function_name: 'publish-due', failed: 4, failed_at: '2026-11-29T11:00:00.000Z', error_code: null },
  ],
}
/** Needs that lead to ballots: the beginning of their sentence, and where. */
const BALLOT_NEEDS = [
  ['2 résultats sont provisoires\u00a0: regarde ce qui est mis de côté.', '/admin/ballots?match=500'],
  ['4 supporters demandent de réexaminer leur bulletin mis de côté.', '/admin/ballots'],
  ['3 groupes de bulletins se détachent', '/admin/ballots?match=400'],
] as const
const anomaly = (id: number, kind: string) => ({
  match_id: id,
  home_team: 'FC Rive',
  away_team: 'Stade Aval',
  status: 'live',
  kind,
  raw_status: '2H',
  first_seen_at: READ_AT,
})

async function openWith(overview: OperatorOverview, anomalies: readonly object[] = []): Promise<void> {
  refuse(OVERVIEW, 200, overview)
  refuse(ANOMALIES, 200, { items: anomalies })
  await open('/admin')
  await expect.element(region('Chiffres du moment')).toBeVisible()
}
const hrefOf = (name: string) => () =>
  page.getByRole('link', { name, exact: true }).first().element().getAttribute('href')

beforeEach(enterAsOperator)

test('when all is well there is nothing to do, and the figures show it', async () => {
  await openWith(CALM)
  await expect.element(page.getByText('Rien à faire')).toBeVisible()
  await expectCount(region('À faire'), 0)
  await expectCount(region('À surveiller'), 0)
  await expectCount(region('Passages en échec'), 0)
  await expect.element(figure('Depuis la lecture du flux')).toMatchTextContent('2 min')
  await expect.element(figure('Depuis la nuit, réussie')).toMatchTextContent('15 h 44')
  await expect.element(page.getByText('5 000 sur 7 500')).toBeVisible()
  await expect.element(page.getByText('Aucun vote n’est ouvert.')).toBeVisible()
  await expect.element(page.getByText('Aucune anomalie.')).toBeVisible()
  await expectNoViolation('a front page without needs')
  await expectToFit(SMALL_PHONE)
})

test('needs for an act come first, each with one sentence and a link to where it is done', async () => {
  await openWith(BUSY, [anomaly(1, 'early_whistle')])
  const items = region('À faire').getByRole('listitem')
  await expect.element(items.first()).toMatchTextContent('Le fournisseur nous refuse (suspended)')
  const top = region('À faire').element().getBoundingClientRect().top
  expect(top).toBeLessThan(region('À surveiller').element().getBoundingClientRect().top)
  await expect.element(textWith('Les appels du jour sont épuisés')).toBeVisible()
  await expect.element(textWith('7 résultats ne sont pas publiés 10 minutes après la fin du vote.')).toBeVisible()
  await expect.element(textWith('La fin d’un match est incertaine : depuis 15 minutes')).toBeVisible()
  await expect.element(textWith('Aucun passage de la nuit n’a abouti depuis 3 jours.')).toBeVisible()
  await expect.element(textWith('Ces fonctions échouent : digest et publish-due.')).toBeVisible()
  await expect.element(textWith('3 groupes de bulletins se détachent')).toBeVisible()
  // Five of seven late results are listed.
  await expect.element(region('À faire').getByText('et 2 autres.')).toBeVisible()
  await expect.poll(hrefOf('Publier')).toBe('#gestes')
  await expect.poll(hrefOf('Lancer le passage')).toBe('#gestes')
  await expect.poll(hrefOf('Voir les anomalies')).toBe('#anomalies')
  await expect.element(textWith('1 250 erreurs dans les navigateurs des supporters depuis hier.')).toBeVisible()
  await expect.poll(hrefOf('Voir les erreurs')).toBe('#erreurs')
  await expect.poll(hrefOf('Synchroniser')).toBe('/admin?tab=diagnostics#sync')
  await expect
    .poll(() => textsOf(page.getByRole('link', { name: 'Voir les bulletins', exact: true })).length)
    .toBe(BALLOT_NEEDS.length)
  for (const [row, href] of BALLOT_NEEDS) {
    const link = page.getByRole('listitem').filter({ hasText: row }).getByRole('link', { name: 'Voir les bulletins' })
    await expect.element(link).toHaveAttribute('href', href)
  }
  await expect.poll(hrefOf('Voir les passages')).toBe('/metrics-dashboard?fn=scheduler-realtime')
  await expect.element(page.getByText('2 matchs à comparer')).toBeVisible()
  await expect
    .element(region('Passages en échec').getByText('1 200 échecs (internal), le dernier il y a 10 min'))
    .toBeVisible()
  await expectNoViolation('a front page with every need')
  await expect.element(night).not.toBeInViewport()
  await page.getByRole('link', { name: 'Lancer le passage' }).first().click()
  await expect.element(night).toBeInViewport({ ratio: 1 })
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
})

test('open votes lead to the match, its diagnostic and its ballots', async () => {
  // The first vote to close: matches of other tests would take its place in the list.
  const ended = { status: 'finished', kickoffIn: -170, finishedAgo: 55 } as const
  const state = { home: 'Olympique Aujourdhui', away: 'Racing Prazel', ...ended }
  const { id } = await world.build(state)
  refuse(ANOMALIES, 200, { items: [] })
  await open('/admin')
  const votes = region('Votes ouverts')
  const row = votes.getByRole('listitem').filter({ hasText: 'Olympique Aujourdhui' })
  await expect.element(row).toMatchTextContent(/ferme à .+ · 0 bulletin complet/)
  const links = () =>
    row
      .getByRole('link')
      .elements()
      .map((link) => link.getAttribute('href'))
  const diagnostic = `/admin?tab=diagnostics&match=${id}#check`
  await expect.poll(links).toEqual([`/match/${id}`, diagnostic, `/admin/ballots?match=${id}`])
  await row.getByRole('link', { name: 'Bulletins', exact: false }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/admin/ballots?match=${id}`)
})

test('more open votes than are listed are counted', async () => {
  await openWith(BUSY)
  const votes = region('Votes ouverts').getByRole('listitem')
  await expectCount(votes, 21)
  await expect.element(votes.first()).toMatchTextContent('match en cours · 12 bulletins complets')
  await expect.element(region('Votes ouverts').getByText('et 3 autres.')).toBeVisible()
})

test('anomalies are folded when they are many, and unknown kinds show their code', async () => {
  const kinds = ['early_whistle', 'reopened', 'unfinished', 'unstarted', 'uncancelled', 'something_new']
  await openWith(
    CALM,
    kinds.map((kind, index) => anomaly(index, kind)),
  )
  const list = region('Anomalies du flux')
  const first = list.getByText('Fin annoncée avant la 80e minute')
  await expect.element(first).not.toBeVisible()
  await list.getByText('Voir 6 anomalies').click()
  await expect.element(first).toBeVisible()
  await expect.element(list.getByText('something_new')).toBeVisible()
  await expectNoViolation('anomalies')
})

describe('reading again', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
  })

  test('happens each minute, and each three seconds while the night runs', async () => {
    let overview = CALM
    answer(OVERVIEW, () => overview)
    refuse(ANOMALIES, 200, { items: [] })
    await open('/admin')
    await expect.element(page.getByText('Rien à faire')).toBeVisible()
    const before = requests(OVERVIEW).length
    overview = { ...CALM, facts: { ...CALM.facts, nightly: { ...CALM.facts.nightly, under_way: true } } }
    vi.advanceTimersByTime(MINUTE_MS)
    await expect.element(acts.getByText('Passage en cours…')).toBeVisible()
    const during = requests(OVERVIEW).length
    expect(during).toBeGreaterThan(before)
    await expect.element(night).toHaveAttribute('aria-disabled', 'true')
    overview = CALM
    vi.advanceTimersByTime(3_000)
    await expectCount(acts.getByText('Passage en cours…'), 0)
  })

  test('that fails keeps the figures, and shows their time', async () => {
    await openWith(CALM)
    refuse(OVERVIEW, 400, { error: { code: 'invalid_request', message: 'Demande refusée.', id: '1' } })
    vi.advanceTimersByTime(MINUTE_MS)
    await expect.element(textWith('Depuis, échec : Demande refusée.')).toBeVisible()
    await expect.element(page.getByText('5 000 sur 7 500')).toBeVisible()
  })
})

test('a page that cannot be read says why, and is tried again', async () => {
  const end = refuse(OVERVIEW, 400, { error: { code: 'invalid_request', message: 'Demande refusée.', id: '1' } })
  await open('/admin')
  await expect.element(textWith('La page n’a pas pu être lue : Demande refusée.')).toBeVisible()
  await expectNoViolation('a front page that failed')
  endAtTap(end)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(region('Chiffres du moment')).toBeVisible()
})

describe('the night', () => {
  test('is started once the operator has read what it does, and shows progress and result', async () => {
    await openWith(CALM)
    refuse(NIGHT, 200, { processed: 312, ms: 45_000, correlation_id: '' })
    const release = hold(NIGHT)
    await night.click()
    await expect.element(dialog).toMatchTextContent('prend des appels sur le quota du jour')
    await expectNoViolation('the question before the night', ['light', 'dark'], dialog)
    await dialog.getByRole('button', { name: 'Annuler' }).click()
    expect(requests(NIGHT, 'POST')).toEqual([])
    await night.click()
    await dialog.getByRole('button', { name: 'Lancer le passage de la nuit' }).click()
    await expect.element(acts.getByText('Passage en cours…')).toBeVisible()
    await expect.element(night).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect.element(acts.getByText('Passage terminé : 312 matchs mis à jour en 45 s.')).toBeVisible()
  })

  test('goes on after a proxy cuts the answer, and the page is read again', async () => {
    await openWith(CALM)
    handle(NIGHT, async () => new Response('', { status: 504 }))
    const before = requests(OVERVIEW).length
    await night.click()
    await dialog.getByRole('button', { name: 'Lancer le passage de la nuit' }).click()
    await expect.element(textWith('Le passage continue sur le serveur.')).toBeVisible()
    await expectCount(acts.getByRole('alert'), 0)
    await expect.poll(() => requests(OVERVIEW).length).toBeGreaterThan(before)
  })

  test('that is refused says why', async () => {
    await openWith(CALM)
    refuse(NIGHT, 502, { error: { code: 'feed_unavailable', message: 'Le fournisseur ne répond pas.', id: '1' } })
    await night.click()
    await dialog.getByRole('button', { name: 'Lancer le passage de la nuit' }).click()
    await expect
      .element(acts.getByRole('alert'))
      .toMatchTextContent('Le passage a échoué : Le fournisseur ne répond pas.')
  })
})

test('results that are due are published, after a question that says who sees them', async () => {
  await open('/admin')
  await acts.getByRole('button', { name: 'Publier les résultats en retard' }).click()
  await expect.element(dialog).toMatchTextContent('chaque supporter le voit aussitôt')
  await dialog.getByRole('button', { name: 'Publier les résultats en retard' }).click()
  await expect.element(acts.getByText(/^(Aucun résultat n’attendait|\d+ résultats? publiés?)\.$/)).toBeVisible()
})

const READ = /^\/api\/operator_browser_errors/
const list = page.getByRole('region', { name: 'Erreurs dans les navigateurs' })
const rows = list.getByRole('listitem')

/** A made-up error; the index changes its count and what names it. */
const errorOf = (index: number) => ({
  fingerprint: String(index).padStart(32, '0'),
  kind: 'error',
  message: `TypeError: Cannot read properties of undefined (reading 'field${index}')`,
  place: 'match-page-a8Fh2kL.js:1:2345 ← shared-B_-1234.js:12:90210 ← first-a8Fh2kL.js:1:100200',
  build: 'first-B_-1234',
  screens: ['/match/$id', '/player/$id'],
  engines: ['chromium', 'webkit'],
  count: 1_234 - index,
  first_at: '2026-03-10T20:00:00.000Z',
  last_at: '2026-03-14T20:05:00.000Z',
})
const others = { ...errorOf(9), fingerprint: 'other', message: '', place: '', build: '', screens: ['other'] }

test('each error has its place, build, screens, engines, count and last time, and fits a small phone', async () => {
  change(READ, () => ({ items: [errorOf(1), { ...errorOf(2), kind: 'crash', place: '', build: '' }, others] }))
  await open('/admin')
  await expectCount(rows, 3)
  for (const words of [
    "TypeError: Cannot read properties of undefined (reading 'field1')",
    '1 233 fois',
    'la dernière le 14 mars, 21 h 05 · Erreur',
    'Endroitmatch-page-a8Fh2kL.js:1:2345 ← shared-B_-1234.js:12:90210',
    'Versionfirst-B_-1234',
    'Écrans/match/$id, /player/$id',
    'MoteursChromium, WebKit',
  ])
    await expect.element(rows.nth(0)).toMatchTextContent(words)
  for (const words of ['Écran arrêté', 'Endroithors de nos fichiers', 'Versioninconnue'])
    await expect.element(rows.nth(1)).toMatchTextContent(words)
  await expect.element(rows.nth(2)).toMatchTextContent('Autres erreurs, au-delà de 100 différentes par jour')
  await expect.element(rows.nth(2)).toMatchTextContent('Écranune autre adresse')
  await expectNoViolation('errors of browsers')
  await expectToFit(SMALL_PHONE)
})

test('a long list shows five errors, and the others at a tap', async () => {
  change(READ, () => ({ items: Array.from({ length: 50 }, (_, index) => errorOf(index)) }))
  await open('/admin')
  await expectCount(rows, 5)
  await list.getByRole('button', { name: 'Afficher 45 autres erreurs' }).click()
  await expectCount(rows, 50)
})

test('an empty list shows a message, and a failed list offers another try', async () => {
  change(READ, () => ({ items: [] }))
  await open('/admin')
  await expect.element(list.getByText('Aucune erreur signalée depuis sept jours.')).toBeVisible()
  const letThrough = refuse(READ, 400)
  await open('/admin')
  await expect.element(list.getByText('La liste n’a pas pu être lue', { exact: false })).toBeVisible()
  endAtTap(letThrough)
  await list.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(list.getByText('Aucune erreur signalée depuis sept jours.')).toBeVisible()
})
