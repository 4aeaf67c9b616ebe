import type { Locator, Page } from '@playwright/test'
import { DEMO_MATCH_ID } from '@tribune/domain/demo-match.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { row } from '../../support/match.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { storedOnPhone } from '../../support/worker.ts'
import { expect, test, type World } from '../../support/world.ts'

// What is recalculated here is no other journey's.
test.use({ worldOf: 'diagnostics' })

const tool = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Opens the tab as the operator. */
async function open(page: Page, world: World): Promise<void> {
  await enterAs(page, world)
  await page.goto('/admin')
  await expect(tool(page, 'Recalculer un match')).toBeVisible()
}

/** A published match. */
async function published(world: World): Promise<number> {
  const { id } = await world.build({ minute: 80, rating: 7, competitionId: 78 })
  await world.finish(id, 61)
  return id
}

test('the tools are accessible and fit a small phone, empty and filled', async ({ page, world }) => {
  // A run is due, and its result known.
  await world.advance(1)
  await open(page, world)
  await expect(page.getByText('Il n’existe pas en ce moment.')).toBeVisible()
  await expectNoViolation(page, 'diagnostics')
  await tool(page, 'Qualifications de la Coupe du monde').getByRole('button').click()
  await expect(page.getByText(/joueurs? vérifiés?|le bon club/)).toBeVisible()
  await tool(page, 'Synchronisation manuelle').getByRole('button').click()
  await expect(tool(page, 'Synchronisation manuelle').getByRole('status')).toContainText(/mis à jour en .*\sms/)
  await expectNoViolation(page, 'diagnostics, filled')
  await expectToFit(page, SMALL_PHONE)
})

test('one match is recalculated by its id, and what is no id is refused in words', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^404 \/api\/functions\/ranking-engine/)
  const match = await world.build({ minute: 70 })
  const [a = 0, b = 0, c = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => [a, b, c]),
  )
  await world.finish(match.id, 61)
  await open(page, world)
  const one = tool(page, 'Recalculer un match')
  for (const wrong of ['douze', '-4', '9'.repeat(30), '']) {
    await one.getByLabel('Identifiant du match').fill(wrong)
    await one.getByRole('button', { name: 'Recalculer ce match' }).click()
    await expect(one.getByText('Identifiant de match invalide')).toBeVisible()
  }
  await one.getByLabel('Identifiant du match').fill('404404')
  await one.getByRole('button', { name: 'Recalculer ce match' }).click()
  await expect(one.getByRole('alert')).toContainText('Ce match n’existe pas.')
  await one.getByLabel('Identifiant du match').fill(String(match.id))
  await one.getByRole('button', { name: 'Recalculer ce match' }).click()
  await expect(one.getByText(`Match ${match.id} recalculé.`)).toBeVisible()
  await expect(one.getByText('votes', { exact: true })).toBeVisible()
  await expect(one.getByRole('row')).toHaveCount(4)
  await expectNoViolation(page, 'a recalculated match')
})

test('an ended session is reported, and ends the area with a link to the profile', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 /)
  await open(page, world)
  await expect.poll(() => storedOnPhone(page, 'tribune-fan')).not.toBeNull()
  await page.context().clearCookies()
  const one = tool(page, 'Recalculer un match')
  await one.getByLabel('Identifiant du match').fill('12')
  await one.getByRole('button', { name: 'Recalculer ce match' }).click()
  await expect(page.getByRole('button', { name: 'Tu n’es pas connecté.' })).toBeVisible()
  await expect(page.getByText('Accès refusé')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Aller au profil' })).toHaveAttribute('href', '/profile')
})

test('a changed coefficient marks a match; one button brings its points and its players’ season along', async ({
  page,
  world,
  browser,
}) => {
  // A competition of its own with one match, or else all of another's would be recalculated too.
  const [cup, name] = [9_301, 'Ousmane Rivage']
  const match = await world.build({ competitionId: cup, competition: 'Coupe du Lac', coefficient: 2, names: [name] })
  const [a = 0, b = 0, c = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => [a, b, c]),
  )
  await world.finish(match.id, 61)
  const fan = await (await browser.newContext({ baseURL: world.url })).newPage()
  const fanSees = async (coefficient: string, points: string) => {
    await fan.goto(`/match/${match.id}`)
    await expect(fan.getByRole('button', { name: `Coefficient ${coefficient}` })).toBeVisible()
    await expect(row(fan, a)).toContainText('#1 du match')
    await expect(row(fan, a)).toContainText(points)
    await fan.goto(`/rankings?q=${encodeURIComponent(name)}`)
    await expect(fan.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem')).toContainText(points)
  }
  await fanSees('2,00', '200')

  await open(page, world)
  await page.request.post(`${world.url}/api/functions/admin-control?action=set_competition_cc`, {
    headers: { origin: world.url },
    data: { id: cup, coefficient: 4 },
  })
  await page.reload()
  const check = tool(page, 'Diagnostic d’un match')
  await check.getByLabel('Match à vérifier').fill(String(match.id))
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect(check.getByText(/à recalculer/)).toBeVisible()
  await expect(check.getByText(/points incohérents, recalcul nécessaire/)).toBeVisible()
  await expectNoViolation(page, 'a match that is off')
  const marked = tool(page, 'Matchs à recalculer')
  await marked.getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await expect(marked.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(marked.getByText('Aucun match n’attend')).toBeVisible()
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect(check.getByText('400 pour le premier, au coefficient 4,00.')).toBeVisible()
  await expect(check.getByText(/à recalculer/)).toHaveCount(0)
  await fanSees('4,00', '400')
  await fan.context().close()
})

test('all matches are recalculated while the page is closed, joined by a second start, and stopped', async ({
  page,
  world,
}) => {
  for (let index = 0; index < 3; index += 1) await published(world)
  await open(page, world)
  const all = tool(page, 'Tout recalculer')
  await all.getByRole('button', { name: /^Recalculer/ }).click()
  await expect(page.getByRole('dialog')).toContainText('10 à 20')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Recalculer/ })
    .click()
  await expect(all.getByText('En cours', { exact: true })).toBeVisible()
  await expect(all.getByText('Temps restant estimé')).toBeVisible()
  await expectNoViolation(page, 'a recalculation under way')
  await page.goto('/')
  await page.goto('/admin')
  await expect(all.getByRole('progressbar')).toBeVisible()
  const again = await page.request.post(`${world.url}/api/functions/recalculate-matches`, {
    headers: { origin: world.url },
    data: { scope: 'all' },
  })
  expect((await again.json()).joined).toBe(true)
  await all.getByRole('button', { name: 'Arrêter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Arrêter' }).click()
  await expect(all.getByText('Arrêté', { exact: true })).toBeVisible({ timeout: 240_000 })
})

test('the demo match is made, seen, voted on, moved and removed', async ({ page, world }) => {
  await open(page, world)
  const demo = tool(page, 'Match de démonstration')
  await demo.getByRole('button', { name: 'Créer le match' }).click()
  await expect(demo.getByText(/en direct, 75e/)).toBeVisible()
  await demo.getByRole('link', { name: 'Ouvrir le match' }).click()
  await expect(page).toHaveURL(`${world.url}/match/${DEMO_MATCH_ID}`)
  await expect(page.getByText('Hugo Démo').first()).toBeVisible()
  await page.goto('/admin')
  await demo.getByLabel('Nouvel état').selectOption('Terminé, vote clos, résultat publié')
  await demo.getByRole('button', { name: 'Changer l’état' }).click()
  await expect(demo.getByText(/résultat publié, 0/)).toBeVisible()
  await page.goto('/history')
  await expect(page.locator('main a[href^="/match/"]').first()).toBeVisible()
  await expect(page.getByText('FC Démonstration')).toHaveCount(0)
  await page.goto('/admin')
  await demo.getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(demo.getByText('Il n’existe pas en ce moment.')).toBeVisible()
})

test('a synchronisation that fails says why', async ({ page, world }) => {
  await open(page, world)
  const sync = tool(page, 'Synchronisation manuelle')
  await page.context().route('**/api/functions/scheduler-realtime**', (route) => route.abort())
  await sync.getByRole('button').click()
  await expect(sync.getByRole('alert')).toContainText('Vérifie ta connexion')
})

test('excluded matches are listed by 20, 50 or 100, and their lineup is asked for', async ({ page, world }) => {
  const { items } = await (await page.request.get(`${world.url}/api/home_fixtures?status=finished&limit=1`)).json()
  await open(page, world)
  const match = {
    match_id: items[0].match_id,
    home_team: 'FC Rive',
    away_team: 'Stade Aval',
    competition_name: 'Coupe',
  }
  const row = { ...match, match_date: new Date(), reason: 'no_lineups_available', excluded_at: new Date() }
  const asked: string[] = []
  await page.context().route('**/api/excluded_matches**', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('limit') ?? '')
    return route.fulfill({ json: { items: [row] } })
  })
  await page.reload()
  const list = tool(page, 'Matchs exclus')
  await expect(list.getByText('FC Rive – Stade Aval')).toBeVisible()
  await list.getByLabel('Matchs affichés').selectOption('100')
  await expect.poll(() => asked.includes('100')).toBe(true)
  await list.getByRole('button', { name: /Chercher la composition maintenant/ }).click()
  await expect(page.getByText(/Composition trouvée|n’a toujours pas/)).toBeVisible()
  await expectNoViolation(page, 'excluded matches')
})

test('a match whose feed is wrong is corrected, until its result is out', async ({ page, world, complaints }) => {
  complaints.allow(/^409 \/api\/functions\/correct-match/)
  const { id } = await world.build({ minute: 40 })
  await open(page, world)
  const correction = tool(page, 'Corriger un match')
  const start = correction.getByRole('button', { name: 'Corriger ce match' })
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Corriger ce match' })
  await expect(start).toBeDisabled()
  await correction.getByLabel('Match à corriger').fill('douze')
  await expect(correction.getByText('Identifiant de match invalide')).toBeVisible()
  await expect(start).toBeDisabled()
  await correction.getByLabel('Match à corriger').fill(String(id))
  await correction.getByLabel('En réalité, il est').selectOption('terminé')
  await start.click()
  await expect(page.getByRole('dialog')).toContainText('le vote reste ouvert 60\u00a0minutes')
  await expectNoViolation(page, 'the correction')
  await confirm.click()
  await expect(page.getByText(`Le match ${id} est corrigé.`)).toBeVisible()
  const match = async () => (await page.request.get(`/api/home_fixtures/${id}`)).json()
  expect(await match()).toMatchObject({ status: 'finished' })

  await correction.getByLabel('En réalité, il est').selectOption('en direct')
  await correction.getByLabel('Minute de jeu').fill('121')
  await expect(correction.getByText('Une minute va de 1 à 120.')).toBeVisible()
  await expect(start).toBeDisabled()
  await correction.getByLabel('Minute de jeu').fill('75')
  await start.click()
  await expect(page.getByRole('dialog')).toContainText('Le match est à la 75e\u00a0minute\u00a0: le vote est ouvert.')
  await confirm.click()
  await expect.poll(match).toMatchObject({ status: 'live', minute: 75 })

  await world.finish(id, 61)
  await start.click()
  await confirm.click()
  await expect(correction.getByRole('alert')).toContainText('Le match n’a pas pu être corrigé')
})
