import type { BallotGroups } from '@tribune/contract/operator/ballots.ts'
import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { openMatch } from '../support/voting.ts'
import { allow, change, refuse, requests } from '../support/wire.ts'
import { enterAsOperator, read, send, world } from '../support/world.ts'

const SCRIPT = 'Domaine fabrique.example'
const REASON = 'Mille votes en deux minutes, d’un seul domaine'
const ASIDE = '1 203 bulletins comptés, 1 001 mis de côté'

/** A published match that a script has stuffed, by default with 1 203 honest ballots and 1 001 of the script, which the integrity rule has set aside. */
async function stuffedMatch(honest = 1_203, script = 1_001) {
  const names = [...NAMES, ...Array.from({ length: 16 }, (_, index) => `Joueur numéro ${index + 7}`)]
  const match = await world.build({ names, home: LONG_CLUB, away: 'AS Belleroche', rating: 7 })
  await world.stuff(match, honest, script)
  await world.finish(match.id, 61)
  return match
}

/** Restores the script's ballots that the integrity rule has set aside. */
async function takeBackByRule(matchId: number): Promise<void> {
  const { set_aside } = await read<BallotGroups>(`/api/ballot_groups?match_id=${matchId}`)
  const answer = await send('POST', '/api/functions/take-ballots-back', { id: set_aside[0]?.id })
  expect(answer).toMatchObject({ status: 200 })
}

const card = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: false }) })
const dialog = page.getByRole('dialog')
const BY_RULE = `Par la règle d’intégrité ${INTEGRITY_RULE_VERSION}`
/** The group that the integrity rule has set aside. */
const byRule = page.getByRole('listitem').filter({ hasText: BY_RULE })

describe('a match', () => {
  const number = page.getByLabelText('Numéro du match')

  test('is opened by its number alone', async () => {
    await enterAsOperator()
    await open('/admin/ballots')
    await number.fill('douze')
    await page.getByRole('button', { name: 'Ouvrir' }).click()
    await expect.element(textWith('Un numéro, rien d’autre.')).toBeVisible()
    await expectNoViolation('the choice of a match')
    await expectToFit(SMALL_PHONE)
  })

  test('without ballots or without a result shows a message', async () => {
    await enterAsOperator()
    const match = await world.build()
    await open('/admin/ballots')
    await number.fill(`${match.id}`)
    await page.getByRole('button', { name: 'Ouvrir' }).click()
    await expect.element(textWith('Aucun groupe de trois bulletins ou plus.')).toBeVisible()
    await expect.element(textWith('Rien ne peut être mis de côté avant la publication du résultat.')).toBeVisible()
    await world.stuff(match, 12, 6)
    await open(`/admin/ballots?match=${match.id}`)
    await expect.element(card(SCRIPT)).toBeVisible()
    await expectCount(page.getByRole('button', { name: 'Mettre de côté' }), 0)
  })

  test('that does not exist leads to the choice of another', async () => {
    allow(/^404 \/api\/ballot_groups/)
    await enterAsOperator()
    await open('/admin/ballots?match=1')
    await expect.element(textWith('Les bulletins n’ont pas pu être lus : Ce match n’existe pas.')).toBeVisible()
    await page.getByRole('link', { name: 'Choisir un autre match' }).click()
    await expect.element(number).toBeVisible()
  })
})

test('ballots set aside by the integrity rule are shown with their origin, and restored', async () => {
  const match = await stuffedMatch(100, 90)
  await enterAsOperator()
  await open(`/admin/ballots?match=${match.id}`)
  await expect.element(textWith('100 bulletins comptés, 90 mis de côté')).toBeVisible()
  await expect.element(byRule).toMatchTextContent('90 bulletins')
  await byRule.getByRole('button', { name: 'Remettre' }).click()
  await expect.element(dialog).toMatchTextContent('Remettre 90 bulletins dans le décompte ?')
  await dialog.getByRole('button', { name: 'Remettre' }).click()
  await expect.element(textWith('190 bulletins comptés, 0 mis de côté')).toBeVisible()
  await expect.element(byRule).not.toBeInTheDocument()
  await expect.element(card(SCRIPT)).toBeVisible()
})

describe('a decision', () => {
  const confirm = page.getByRole('button', { name: 'Confirmer' })
  const confirmed = () => dialog.getByRole('button', { name: 'Confirmer' }).click()

  test('of a provisional result makes it final, for the operator and in public', async () => {
    const match = await stuffedMatch(100, 90)
    await enterAsOperator()
    await open('/admin/ballots')
    const listed = page.getByRole('listitem').filter({ has: page.css(`a[href="/admin/ballots?match=${match.id}"]`) })
    await expect.element(listed).toMatchTextContent(/Résultat provisoire jusqu’au .+ à \d+ h/)
    await listed.getByRole('link').click()
    await expect.element(textWith('Résultat provisoire jusqu’au')).toBeVisible()
    await expect.element(textWith('Ce résultat est provisoire. Remets des groupes dans le décompte')).toBeVisible()
    await expectNoViolation('a provisional result')
    await expectToFit(SMALL_PHONE)
    await confirm.click()
    await expect.element(dialog).toMatchTextContent('Confirmer ce qui est mis de côté ?')
    await expectNoViolation('the confirmation of a result', ['dark', 'light'], dialog)
    await confirmed()
    await expect.element(textWith('Résultat confirmé')).toBeVisible()
    await expectCount(confirm, 0)
    await expect.element(byRule).toMatchTextContent('Confirmé')
    await openMatch(match.id)
    await expect.element(textWith('100 bulletins comptés, 90 mis de côté')).toBeVisible()
    await expectCount(page.getByText('Provisoire', { exact: true }), 0)
  })

  test('answers the fans who ask for a review, whose number each group shows', async () => {
    const match = await stuffedMatch(100, 90)
    change<BallotGroups>(/^\/api\/ballot_groups/, ({ match: shown, set_aside, ...answer }) => ({
      ...answer,
      match: { ...shown, provisional_until: null, reviews: 2 },
      set_aside: set_aside.map((group) => ({ ...group, reviews: 2 })),
    }))
    await enterAsOperator()
    await open(`/admin/ballots?match=${match.id}`)
    await expect.element(page.getByText('2 demandes à examiner')).toBeVisible()
    await expect.element(textWith('Des supporters demandent un réexamen.')).toBeVisible()
    await expect.element(byRule).toMatchTextContent(`${BY_RULE}, 2 demandes`)
    await expectNoViolation('requests for a review')
  })

  test('that another window has made is refused, and read again', async () => {
    allow(/^409 \/api\/functions\/let-result-stand/)
    const match = await stuffedMatch(100, 90)
    await enterAsOperator()
    await open(`/admin/ballots?match=${match.id}`)
    await expect.element(confirm).toBeVisible()
    const elsewhere = await send('POST', '/api/functions/let-result-stand', { match_id: match.id })
    expect(elsewhere).toMatchObject({ status: 200 })
    await confirm.click()
    await confirmed()
    await expect.element(textWith('Ce résultat est déjà définitif, et aucun réexamen n’est demandé.')).toBeVisible()
    await expectCount(confirm, 0)
  })
})

test('a script’s ballots are found, set aside in public, and restored', async () => {
  const match = await stuffedMatch()
  await enterAsOperator()
  await takeBackByRule(match.id)
  await open('/admin')
  await page.getByRole('link', { name: 'Bulletins suspects' }).click()
  await page.getByRole('link', { name: LONG_CLUB, exact: false }).first().click()
  await expect.poll(() => location.pathname + location.search).toBe(`/admin/ballots?match=${match.id}`)
  await expect.element(textWith('2 204 bulletins comptés, 0 mis de côté')).toBeVisible()

  const script = card(SCRIPT)
  const honest = card('Domaine poste.example')
  for (const words of [
    '1 001 bulletins, 45 % des bulletins comptés',
    'Exactement les mêmes bulletins que',
    'Très différent des autres',
    'Joueur numéro 20, Joueur numéro 21, Joueur numéro 22',
  ]) {
    await expect.element(script.getByText(words, { exact: false })).toBeVisible()
  }
  const shown = () => honest.elements().some((one) => one.checkVisibility())
  await expect.poll(shown).toBe(false)
  await page.getByText(/^\d+\sgroupes votent comme les autres$/).click()
  await expect.poll(shown).toBe(true)
  await expect.element(honest.getByText('Vote comme les autres', { exact: false })).toBeVisible()
  await expectNoViolation('the groups')

  await script.getByRole('button', { name: 'Mettre de côté' }).click()
  await expect.element(dialog).toMatchTextContent('Mettre 1 001 bulletins de côté ?')
  await expect.element(dialog).toMatchTextContent(`« ${ASIDE} »`)
  await expectNoViolation('the confirmation')
  await expect.element(dialog.getByRole('button', { name: 'Mettre de côté' })).toBeDisabled()
  await dialog.getByLabelText('Raison').fill(REASON)
  await dialog.getByRole('button', { name: 'Mettre de côté' }).click()
  await expect.element(textWith('1 001 bulletins de côté, résultat recalculé')).toBeVisible()
  await expect.element(textWith(ASIDE)).toBeVisible()
  await expect.element(script).not.toBeInTheDocument()
  await expect.element(textWith(`Raison : ${REASON}`)).toBeVisible()
  await expectToFit(SMALL_PHONE)

  // The match screen is public: fans see the same.
  await openMatch(match.id)
  await expect.element(textWith('1 203 votants')).toBeVisible()
  await expect.element(textWith(ASIDE)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Podium du match' })).toMatchTextContent('Vasseur')
  await expectNoViolation('a result with ballots set aside')
  await expectToFit()

  await open(`/admin/ballots?match=${match.id}`)
  await page.getByRole('button', { name: 'Remettre', exact: false }).click()
  await expect.element(dialog).toMatchTextContent('Remettre 1 001 bulletins dans le décompte ?')
  await dialog.getByRole('button', { name: 'Remettre' }).click()
  await expect.element(textWith('Rien n’est mis de côté.')).toBeVisible()
  await openMatch(match.id)
  await expect.element(textWith('2 204 votants')).toBeVisible()
  await expectCount(textWith('mis de côté'), 0)

  await open(`/admin/journal?subject=match:${match.id}`)
  await expect.element(page.getByText('Bulletins remis dans le décompte').last()).toBeVisible()
  await expect.element(textWith('2 204 → 1 203')).toBeVisible()
  await expect.element(textWith(REASON)).toBeVisible()
})

test('a group that has changed since it was read is refused, and read again', async () => {
  allow(/^40[49] \/api\/functions\/set-ballots-aside/)
  const match = await stuffedMatch()
  await enterAsOperator()
  await takeBackByRule(match.id)
  await open(`/admin/ballots?match=${match.id}`)
  const script = card(SCRIPT)
  await expect.element(script).toBeVisible()
  const group = { match_id: match.id, dimension: 'network', key: '9001', ballots: 1_001, reason: REASON }
  expect(await send('POST', '/api/functions/set-ballots-aside', group)).toMatchObject({ status: 200 })
  await script.getByRole('button', { name: 'Mettre de côté' }).click()
  await dialog.getByLabelText('Raison').fill(REASON)
  await dialog.getByRole('button', { name: 'Mettre de côté' }).click()
  await expect.element(textWith('Ce groupe de bulletins n’existe pas, ou plus. Relis la liste.')).toBeVisible()
  await expect.element(script).not.toBeInTheDocument()
  await expect.element(textWith(ASIDE)).toBeVisible()
})

test('groups that were set aside long ago are reached page by page', async () => {
  const match = await world.build()
  const aside = (index: number) => ({
    ...{ id: `old-${index}`, dimension: 'mail_domain', account: null, domain: `domaine-${index}.example` },
    ...{ minute: null, ballots: 3, reason: '', created_at: '2026-11-20T20:00:00.000Z' },
    ...{ rule: null, reviews: 0, confirmed: false },
  })
  const all = Array.from({ length: 53 }, (_, index) => aside(index + 1))
  change<object>(/^\/api\/ballot_groups/, (answer) => ({
    ...answer,
    bar: null,
    set_aside: all.slice(0, 50),
    groups_set_aside: all.length,
  }))
  refuse(/^\/api\/ballots_aside/, 200, { items: all.slice(50) })
  await enterAsOperator()
  await open(`/admin/ballots?match=${match.id}`)
  const back = page.getByRole('button', { name: 'Remettre', exact: false })
  await expectCount(back, 50)
  await page.getByRole('button', { name: 'Afficher les 3\u00a0groupes plus anciens' }).click()
  await expectCount(back, all.length)
  const [asked] = requests(/^\/api\/ballots_aside/)
  expect(new URL(asked?.address ?? '', location.origin).searchParams.get('before')).toBe('old-50')
  await expect.element(textWith('Domaine domaine-53.example')).toBeVisible()
  await expectCount(page.getByRole('button', { name: /plus anciens?$/ }), 0)
  await expectNoViolation('groups that were set aside long ago')
})
