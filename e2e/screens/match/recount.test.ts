import type { MatchScreen } from '@tribune/contract/matches.ts'
import type { AuditRecord } from '@tribune/domain/audit/record.ts'
import { evidenceSeason } from '@tribune/domain/ballots/evidence.ts'
import { afterEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { sha } from '../../../web/src/features/recount/hash-rules.ts'
import { type Answers, PublicRecord } from '../../../web/src/testing/public-record.ts'
import { DESKTOP, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textsOf, textWith } from '../support/screen.ts'
import { openMatch } from '../support/voting.ts'
import { answer, askDirectly, refuse, requests } from '../support/wire.ts'
import { castBallot, read, signIn, world } from '../support/world.ts'

const SEEN = 'tribune-audit-seen'
const MINE = /\/api\/audit\/matches\/\d+\/mine$/
const GOOD = 'Le compte est bon'
const WRONG = 'Le compte n’est pas bon'
const checks = () => page.getByRole('region', { name: 'Les vérifications' }).getByRole('listitem')
const check = (name: string) => checks().filter({ has: page.getByText(name) })
const ask = page.getByRole('button', { name: 'Vérifier mon bulletin' })

afterEach(async () => {
  await commands.endAudit()
  await commands.releaseAudit().catch(() => undefined)
})

type Wishes = Partial<Parameters<typeof PublicRecord.make>[1]>

/** Makes the record of a new match that has ended. */
async function recordOf(wishes: Wishes = {}) {
  const { id } = await world.build({ rating: 7, home: 'Stade Clairmont', away: 'AS Belleroche' })
  await world.finish(id, 61)
  const { match } = await read<MatchScreen>(`/api/rpc/get_match_screen?match_id=${id}`)
  const season = evidenceSeason(new Date(match.match_date))
  const made = await PublicRecord.make(sha, { match: id, season, ballots: 14, ...wishes })
  return { made, id, season, answers: await made.answers(), address: `/match/${id}/decompte` }
}

async function openRecount(address: string, answers: Answers, verdict = GOOD): Promise<void> {
  await commands.serveAudit(answers)
  await open(address)
  await expect.element(page.getByText(verdict)).toBeVisible()
}

test('a match is recounted on the phone: all agrees, and the ranking is shown next to the published one', async () => {
  const { id, address, answers, made, season } = await recordOf()
  await commands.serveAudit(answers)
  await openMatch(id)
  await page.getByRole('button', { name: 'Le décompte' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Recompter ce match' }).click()
  await expect.poll(() => location.pathname).toBe(address)
  await expect.element(page.getByText(GOOD)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Recompter ce match')
  await expect.element(textWith('14 bulletins recomptés')).toBeVisible()
  expect(textsOf(page.css('main dl dd'))).toEqual(['12', '2'])
  await expectCount(checks().filter({ hasText: 'Juste' }), 7)
  await expect.element(check('Mémoire')).toMatchTextContent('Première visite')
  const table = page.getByRole('table', { name: 'Le classement recompté' })
  expect(textsOf(table.css('tbody tr')).slice(0, 2)).toEqual(['1erTomàs Brunel150150', '2eIlian Costa120120'])
  await expect.element(page.getByRole('link', { name: 'Les bulletins' })).toHaveAttribute('href', made.ballotsAddress())
  await expect
    .element(page.getByRole('link', { name: 'Le journal' }))
    .toHaveAttribute('href', `/api/audit/log/${season}/entries`)
  await expectNoViolation('a match that was recounted')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
  expect(JSON.parse(localStorage.getItem(SEEN) ?? '{}')).toEqual({
    [made.origin]: answers[`/api/audit/log/${season}/checkpoint`],
  })
  await open(address)
  await expect.element(check('Mémoire')).toMatchTextContent('continue celui que ce navigateur a déjà vu')
  await page.getByRole('main').getByRole('link', { name: 'Comment nous comptons' }).click()
  await expect.poll(() => location.pathname).toBe('/comptage')
})

test('with fewer than 10 ballots the ratings are checked, and no ballots are requested', async () => {
  const { address, answers } = await recordOf({ ballots: 6 })
  await openRecount(address, answers)
  await expect.element(textWith('Les notes officielles donnent le même classement.')).toBeVisible()
  await expect.element(check('Bulletins')).toMatchTextContent('Avec moins de 10 bulletins comptés')
  await expectCount(page.getByRole('link', { name: 'Les bulletins' }), 0)
  await expectCount(page.getByRole('heading', { name: 'Ton bulletin' }), 0)
  await expectNoViolation('a match ranked by ratings')
})

type Published = Awaited<ReturnType<typeof recordOf>>

const edited = (answers: Answers, part: string, edit: (text: string) => string): Answers => {
  const found = Object.keys(answers).find((address) => address.includes(part)) ?? ''
  return { ...answers, [found]: edit(answers[found] ?? '') }
}
const withPoints = (record: AuditRecord): AuditRecord => ({
  ...record,
  ranking: record.ranking.map((line, index) => (index === 0 ? { ...line, points: 999 } : line)),
})
const withTally = (record: AuditRecord): AuditRecord => ({
  ...record,
  tally: record.tally?.map((line, index) => (index === 0 ? { ...line, thirds: line.thirds + 1 } : line)) ?? null,
})

interface Tampering {
  readonly check: string
  readonly sentence: string
  readonly wishes?: Wishes
  readonly act?: (published: Published) => Answers | Promise<Answers>
}

const TAMPERINGS: readonly (readonly [name: string, Tampering])[] = [
  [
    'a wrong signature',
    {
      check: 'Signature',
      sentence: 'La signature du journal est fausse.',
      act: async ({ answers, made, id, season }) => {
        const other = await PublicRecord.make(sha, { match: id, season, ballots: 14 })
        const note = await made.note(made.lines(), other)
        return edited(answers, '/checkpoint', () => note)
      },
    },
  ],
  [
    'an unknown key',
    {
      check: 'Signature',
      sentence: 'Aucune clé publiée n’a signé le journal.',
      act: async ({ answers, id, season }) => {
        const other = await PublicRecord.make(sha, { match: id, season, ballots: 14 })
        const keys = '/.well-known/tribune-audit-keys'
        return { ...answers, [keys]: (await other.answers())[keys] ?? '' }
      },
    },
  ],
  [
    'a log that was cut',
    {
      check: 'Journal',
      sentence: 'Le journal est coupé\u00a0: des lignes déjà signées manquent.',
      act: ({ answers }) => edited(answers, '/entries', (lines) => lines.replace(/[^\n]*\n$/, '')),
    },
  ],
  [
    'a log that differs from its signature',
    {
      check: 'Journal',
      sentence: 'Le journal est modifié',
      act: ({ answers }) => edited(answers, '/entries', (lines) => lines.replace('21:50:03', '21:50:04')),
    },
  ],
  [
    'a log that was rewritten since the last visit',
    {
      check: 'Mémoire',
      sentence: 'Le journal est réécrit',
      act: async ({ answers, made }) => {
        localStorage.setItem(SEEN, JSON.stringify({ [made.origin]: await made.note(made.lines().slice(1)) }))
        return answers
      },
    },
  ],
  [
    'a log that was longer at the last visit',
    {
      check: 'Mémoire',
      sentence: 'Le journal est coupé',
      act: async ({ answers, made }) => {
        localStorage.setItem(SEEN, JSON.stringify({ [made.origin]: await made.note([...made.lines(), 'x']) }))
        return answers
      },
    },
  ],
  [
    'an altered record',
    {
      check: 'Registre',
      sentence: 'Le registre est modifié',
      act: ({ answers, id }) => ({
        ...answers,
        [`/api/audit/matches/${id}`]: (answers[`/api/audit/matches/${id}`] ?? '').replace('2026.1', '2026.2'),
      }),
    },
  ],
  [
    'an altered ballot',
    {
      check: 'Bulletins',
      sentence: 'Des bulletins sont modifiés ou retirés',
      act: ({ answers }) => edited(answers, '/ballots/', (lines) => lines.replace('"first":7', '"first":11')),
    },
  ],
  [
    'a ballot that was left out',
    {
      check: 'Nombres',
      sentence: 'Les nombres de bulletins ne sont pas ceux du registre.',
      act: ({ answers }) => edited(answers, '/ballots/', (lines) => lines.replace(/^[^\n]*\n/, '')),
    },
  ],
  ['another tally', { check: 'Décompte', sentence: 'Les places des joueurs', wishes: { alter: withTally } }],
  ['other points', { check: 'Classement', sentence: 'Le classement ou les points', wishes: { alter: withPoints } }],
]

test.each(TAMPERINGS)('%s is detected and named', async (name, { check: where, sentence, wishes, act }) => {
  const published = await recordOf(wishes)
  await openRecount(published.address, (await act?.(published)) ?? published.answers, WRONG)
  await expect.element(check(where)).toMatchTextContent('Faux')
  await expect.element(check(where).getByText(sentence, { exact: false }).first()).toBeVisible()
  if (name === 'other points') {
    await expectNoViolation('a recount that differs')
    await expect.element(page.getByRole('table').getByRole('cell', { name: '999' })).toBeVisible()
  }
})

test('a log with a problem is not remembered', async () => {
  const { address, answers } = await recordOf()
  const cut = edited(answers, '/entries', (lines) => lines.replace(/[^\n]*\n$/, ''))
  await openRecount(address, cut, WRONG)
  expect(localStorage.getItem(SEEN)).toBeNull()
})

test('the progress is shown in ballots', async () => {
  const { address, answers, made } = await recordOf()
  await commands.serveAudit(answers, made.ballotsAddress())
  await open(address)
  const bar = page.getByRole('progressbar', { name: 'Bulletins recomptés' })
  await expect.element(bar).toHaveAttribute('aria-valuetext', '0 sur 14\u00a0bulletins')
  await expectNoViolation('a recount that has begun')
  await commands.releaseAudit()
  await expect.element(page.getByText(GOOD)).toBeVisible()
  await expectCount(bar, 0)
})

test('a recount ends with its page', async () => {
  const { address, answers, made, id } = await recordOf()
  await commands.serveAudit(answers, made.ballotsAddress())
  await open(address)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await page.getByRole('main').getByRole('link', { name: 'Stade Clairmont – AS Belleroche' }).click()
  await expect.poll(() => location.pathname).toBe(`/match/${id}`)
  await commands.releaseAudit()
  await expect.element(page.getByRole('button', { name: 'Le décompte' })).toBeVisible()
  expect(localStorage.getItem(SEEN)).toBeNull()
})

test('a match without a record yet is not recounted', async () => {
  const { address } = await recordOf()
  await commands.serveAudit({})
  await open(address)
  await expect.element(textWith('Ce match n’a pas encore de registre.')).toBeVisible()
  await expectNoViolation('a match without a record')
})

test('without a network the recount shows an error, and can be tried again', async () => {
  const { address, answers, id } = await recordOf()
  await commands.serveAudit({ ...answers, [`/api/audit/matches/${id}`]: null })
  await open(address)
  await expect.element(textWith('Impossible de joindre Tribune.')).toBeVisible()
  await commands.serveAudit(answers)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByText(GOOD)).toBeVisible()
})

test('the server’s own record of a match is recounted, and proves the ballot of a fan', async () => {
  await signIn()
  const match = await world.build({ names: NAMES, rating: 7 })
  const three = match.playerIds.slice(0, 3)
  expect(await castBallot(match.id, three)).toMatchObject({ status: 200 })
  await world.vote(
    match.id,
    Array.from({ length: 11 }, () => three),
  )
  await world.finish(match.id, 61)
  await expect.poll(async () => (await askDirectly(`/api/audit/matches/${match.id}`)).status).toBe(200)
  await open(`/match/${match.id}/decompte`)
  await expect.element(page.getByText(GOOD)).toBeVisible()
  await ask.click()
  await expect.element(page.getByText('Ton bulletin est dans le registre, compté.')).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Ton podium dans le registre' })).toMatchTextContent('Vasseur')
})

test.each([
  [false, 'Ton bulletin est dans le registre, compté.'],
  [true, 'Ton bulletin est dans le registre, mis de côté.'],
])('a fan finds their own ballot in the record (set aside: %s)', async (isOwnAside, sentence) => {
  const { id: account } = await signIn()
  const { address, answers, made } = await recordOf({ account, isOwnAside, ballots: 16 })
  await openRecount(address, answers)
  await expect.element(textWith('Garde cette preuve pour toi')).toBeVisible()
  expect(requests(MINE)).toHaveLength(0)
  answer(MINE, () => made.proof())
  await ask.click()
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(textsOf(page.getByRole('list', { name: 'Ton podium dans le registre' }).getByRole('listitem'))).toEqual([
    '1erÉloi Vasseur',
    '2eTomàs Brunel',
    '3eIlian Costa',
  ])
  await expectNoViolation('a fan’s own ballot')
})

test.each([
  ['another account', (proof: object) => ({ ...proof, account: '01900000-0000-7000-8000-000000000009' })],
  ['another tree', (proof: object) => ({ ...proof, hashes: ['ab'.repeat(32)] })],
])('a proof for %s is wrong', async (_name, alter) => {
  const { id: account } = await signIn()
  const { address, answers, made } = await recordOf({ account })
  await openRecount(address, answers)
  answer(MINE, () => alter(made.proof()))
  await ask.click()
  await expect.element(textWith('La preuve est fausse')).toBeVisible()
})

test('a proof for a newer record asks to recount', async () => {
  const { id: account } = await signIn()
  const { address, answers, made } = await recordOf({ account })
  await openRecount(address, answers)
  answer(MINE, () => ({ ...made.proof(), record: 'cd'.repeat(32) }))
  await ask.click()
  await page.getByRole('button', { name: 'Recompter', exact: true }).click()
  await expect.element(page.getByText(GOOD)).toBeVisible()
  await expectCount(textWith('Le registre vient de changer.'), 0)
})

test('a fan without a ballot reads that they have none, and a visitor is asked to sign in', async () => {
  const { address, answers } = await recordOf()
  await openRecount(address, answers)
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Se connecter' })).toBeVisible()
  await signIn()
  await openRecount(address, answers)
  refuse(MINE, 404, { error: { code: 'audit_no_ballot', message: 'Ton bulletin n’est pas là.', id: 'x' } })
  await ask.click()
  await expect.element(textWith('Ton bulletin n’est pas dans ce registre.')).toBeVisible()
})
