import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { endElsewhere, expectCount, open, textWith } from '../support/screen.ts'
import { allow, change, lose, refuse, requests } from '../support/wire.ts'
import { enterAsOperator, read, world } from '../support/world.ts'

const tool = (name: string) => page.getByRole('region', { name })
const one = tool('Recalculer un match')
const dialog = page.getByRole('dialog')

async function openTab(): Promise<void> {
  await open('/admin?tab=diagnostics')
  await expect.element(one).toBeVisible()
}

beforeEach(enterAsOperator)

test('one match is recalculated by its id, and an invalid id is refused with a message', async () => {
  allow(/^404 \/api\/functions\/ranking-engine/)
  const match = await world.build({ minute: 70 })
  const podium = match.playerIds.slice(0, 3)
  const ballots = Array.from({ length: 10 }, () => podium)
  await world.vote(match.id, ballots)
  await world.finish(match.id, 61)
  await openTab()
  const id = one.getByLabelText('Identifiant du match')
  const start = one.getByRole('button', { name: 'Recalculer ce match' })
  for (const wrong of ['douze', '-4', '9'.repeat(30), '']) {
    await id.fill(wrong)
    await start.click()
    await expect.element(one.getByText('Identifiant de match invalide', { exact: false })).toBeVisible()
  }
  await id.fill('404404')
  await start.click()
  await expect.element(one.getByRole('alert')).toMatchTextContent('Ce match n’existe pas.')
  await id.fill(String(match.id))
  await start.click()
  await expect.element(one.getByText(`Match ${match.id} recalculé.`, { exact: false })).toBeVisible()
  await expect.element(one.getByText('votes', { exact: true })).toBeVisible()
  await expectCount(one.getByRole('row'), 4)
  await expectNoViolation('a recalculated match')
  await id.fill('douze')
  await start.click()
  await expectCount(one.getByRole('row'), 0)
  await id.fill(`/match/${match.id}`)
  await start.click()
  await expectCount(one.getByRole('row'), 4)
  const upcoming = await world.build({ status: 'upcoming' })
  await id.fill(String(upcoming.id))
  await start.click()
  await expect.element(one.getByText('ce match n’a pas commencé', { exact: false })).toBeVisible()
})

test('an ended session is reported, and the area offers to sign in again', async () => {
  allow(/^401 /)
  await openTab()
  await expect.poll(() => localStorage.getItem('tribune-fan')).not.toBeNull()
  await endElsewhere()
  await one.getByLabelText('Identifiant du match').fill('12')
  await one.getByRole('button', { name: 'Recalculer ce match' }).click()
  await expect.element(page.getByRole('button', { name: 'Tu n’es pas connecté.', exact: false })).toBeVisible()
  await expect.element(textWith('Ta session est terminée')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Se reconnecter' })).toBeVisible()
})

test('the demo match is made, seen, voted on, moved and removed', async () => {
  await openTab()
  const demo = tool('Match de démonstration')
  await demo.getByRole('button', { name: 'Créer le match' }).click()
  await expect.element(dialog).toMatchTextContent('apparaîtra sur l’accueil de tous les supporters.')
  await expectNoViolation('the question before the demo match is made')
  await dialog.getByRole('button', { name: 'Créer le match' }).click()
  await expect.element(demo.getByText(/en direct, 75e/)).toBeVisible()
  await demo.getByRole('link', { name: 'Ouvrir le match' }).click()
  await expect.poll(() => location.pathname).toBe(`/match/${DEMO_MATCH_ID}`)
  await expect.element(textWith('Hugo Démo').first()).toBeVisible()
  await openTab()
  await demo.getByLabelText('Nouvel état').selectOptions('Terminé, vote clos, résultat publié')
  await demo.getByRole('button', { name: 'Changer l’état' }).click()
  await dialog.getByRole('button', { name: 'Changer l’état' }).click()
  await expect.element(demo.getByText(/résultat publié, 0/)).toBeVisible()
  await open('/history')
  await expect.element(page.css('main a[href^="/match/"]').first()).toBeVisible()
  await expectCount(textWith('FC Démonstration'), 0)
  const end = change<{ match: object }>(/^\/api\/operator_demo_match/, ({ match }) => ({
    match: { ...match, ballots: 12 },
  }))
  await openTab()
  await demo.getByLabelText('Nouvel état').selectOptions('Annulé')
  await demo.getByRole('button', { name: 'Changer l’état' }).click()
  await expect.element(dialog).toMatchTextContent('12 votes complets seront effacés, sans retour.')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  end()
  await openTab()
  await demo.getByRole('button', { name: 'Supprimer' }).click()
  await dialog.getByRole('button', { name: 'Supprimer' }).click()
  await expect.element(demo.getByText('Il n’existe pas en ce moment.')).toBeVisible()
})

test('a synchronisation that fails says why', async () => {
  await openTab()
  lose(/^\/api\/functions\/scheduler-realtime/)
  const sync = tool('Synchronisation manuelle')
  await sync.getByRole('button').click()
  await expect.element(sync.getByRole('alert')).toMatchTextContent('Vérifie ta connexion')
})

test('excluded matches are listed by 20, 50 or 100, and their lineup is asked for', async () => {
  const { items } = await read<{ items: { match_id: number }[] }>('/api/home_fixtures?status=finished&limit=1')
  const match = {
    match_id: items[0]?.match_id,
    home_team: 'FC Rive',
    away_team: 'Stade Aval',
    competition_name: 'Coupe',
  }
  const EXCLUDED = /^\/api\/excluded_matches/
  const row = { ...match, match_date: new Date(), reason: 'no_lineups_available', excluded_at: new Date() }
  refuse(EXCLUDED, 200, { items: [row] })
  await openTab()
  const list = tool('Matchs exclus')
  await expect.element(list.getByText('FC Rive – Stade Aval')).toBeVisible()
  await list.getByLabelText('Matchs affichés').selectOptions('100')
  await expect.poll(() => requests(EXCLUDED).some(({ address }) => address.includes('limit=100'))).toBe(true)
  await list.getByRole('button', { name: /Chercher la composition maintenant/ }).click()
  await expect.element(page.getByText(/Composition trouvée|n’a toujours pas/)).toBeVisible()
  await expectNoViolation('excluded matches')
})

test('a match whose feed is wrong is corrected, until its result is out', async () => {
  allow(/^409 \/api\/functions\/correct-match/)
  const { id } = await world.build({ minute: 40 })
  await openTab()
  const correction = tool('Corriger un match')
  const number = correction.getByLabelText('Match à corriger')
  const state = correction.getByLabelText('En réalité, il est')
  const start = correction.getByRole('button', { name: 'Corriger ce match' })
  const confirm = dialog.getByRole('button', { name: 'Corriger ce match' })
  await expect.element(start).toBeDisabled()
  await number.fill('douze')
  await expect.element(correction.getByText('Identifiant de match invalide', { exact: false })).toBeVisible()
  await expect.element(start).toBeDisabled()
  await number.fill(String(id))
  await state.selectOptions('terminé')
  await expect.element(start).toBeDisabled()
  await correction.getByLabelText('Raison, gardée au journal').fill('Le fournisseur se tait')
  await start.click()
  await expect.element(dialog).toMatchTextContent('le vote reste ouvert 60 minutes')
  await expectNoViolation('the correction')
  await confirm.click()
  await expect.element(textWith(`Le match ${id} est corrigé.`)).toBeVisible()
  const match = () => read(`/api/home_fixtures/${id}`)
  expect(await match()).toMatchObject({ status: 'finished' })

  await state.selectOptions('en direct')
  await correction.getByLabelText('Minute de jeu').fill('121')
  await expect.element(correction.getByText('Une minute va de 1 à 120.')).toBeVisible()
  await expect.element(start).toBeDisabled()
  await correction.getByLabelText('Minute de jeu').fill('75')
  await start.click()
  await expect.element(dialog).toMatchTextContent('Le match est à la 75e minute : le vote est ouvert.')
  await confirm.click()
  await expect.poll(match).toMatchObject({ status: 'live', minute: 75 })

  await correction.getByLabelText('Minute de jeu').fill('120')
  await start.click()
  await expect.element(correction.getByRole('alert')).toMatchTextContent('Cette minute n’a pas encore pu être jouée.')
  await expectCount(dialog, 0)

  await correction.getByLabelText('Minute de jeu').fill('6')
  await correction.getByLabelText(/rejoué depuis le début/).click()
  await start.click()
  await expect.element(dialog).toMatchTextContent('le vote ouvre à la 60e')
  await expect.element(dialog).toMatchTextContent('Les votes donnés jusqu’ici ne comptent plus')
  await confirm.click()
  await expect.poll(match).toMatchObject({ status: 'live', minute: 6 })

  await start.click()
  await expect.element(confirm).toBeVisible()
  await world.finish(id, 61)
  await confirm.click()
  await expect.element(correction.getByRole('alert')).toMatchTextContent(`Le résultat du match ${id} est publié`)
})

test('a match whose result is out is named as such, with what may still be done, before anything is confirmed', async () => {
  allow(/^409 \/api\/functions\/correct-match/)
  const { id } = await world.build({ minute: 70 })
  await world.finish(id, 61)
  await openTab()
  const correction = tool('Corriger un match')
  await correction.getByLabelText('Match à corriger').fill(String(id))
  await correction.getByLabelText('En réalité, il est').selectOptions('suspendu')
  await correction.getByLabelText('Raison, gardée au journal').fill('Il est rejoué')
  await correction.getByRole('button', { name: 'Corriger ce match' }).click()
  const notice = correction.getByRole('alert')
  await expect.element(notice).toMatchTextContent(`Le résultat du match ${id} est publié : son état ne change plus.`)
  await expect.element(notice).toMatchTextContent('« Recalculer un match » refait son classement')
  await expectCount(dialog, 0)
  expect(await read(`/api/home_fixtures/${id}`)).toMatchObject({ status: 'finished' })
})
