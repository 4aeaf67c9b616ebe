import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { digestOf } from '@tribune/domain/digest.ts'
import { DAY_MS, HOUR_MS } from '@tribune/domain/instant.ts'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createOffProofs as createProofs } from '../../kernel/off-proof.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { cast } from '../../testing/ballots.ts'
import { type BuiltMatch, buildMatch, finishMatch, type MatchSketch } from '../../testing/builders.ts'
import { buildCareer } from '../../testing/career.ts'
import { ORIGIN } from '../../testing/constants.ts'
import { type SignedIn, signInMany, signInOne } from '../../testing/people.ts'
import { saveTrendRanks } from '../rankings/queries.ts'
import { publishDueMatches, rebuildSeason } from '../rankings/service.ts'
import { workOnDigest } from './jobs.ts'
import { createOffProofs } from './policy.ts'
import { claimMail, forgetWeeks, putOff } from './queries.ts'
import { planDigest } from './service.ts'

const SENDER = fileURLToPath(new URL('../../testing/digest-sender.ts', import.meta.url))
const MONDAY = digestOf('2026-11-23')
/** Saturday evening of the week before, while a match is open to votes. */
const SATURDAY = new Date('2026-11-21T21:30:00Z')

let server: TestServer

beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'), {
    config: { digestPerMinute: 60_000, contactEmail: 'contact@tribune.invalid' },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  const { db } = server.app
  for (const table of ['digest_weeks', 'digest_choices', 'follows', 'matches', 'season_player_points'] as const)
    await db.deleteFrom(table).execute()
  goTo(SATURDAY)
})

const goTo = (at: Date) => server.clock.advance(at.getTime() - server.clock.now().getTime())

const choose = (fan: SignedIn, wanted = true) =>
  call(server, 'PUT', '/api/me/digest', { cookie: fan.cookie, body: { wanted } })
const choiceOf = async ({ cookie }: SignedIn) => (await call(server, 'GET', '/api/me/digest', { cookie })).json()

/** A fan whose session outlasts the weeks of this file. */
async function newFan(verified = true): Promise<SignedIn> {
  const fan = await signInOne(server, verified)
  const expires_at = new Date(MONDAY.at.getTime() + 60 * DAY_MS)
  await server.app.db.updateTable('auth.session').set({ expires_at }).where('user_id', '=', fan.id).execute()
  return fan
}

async function reader(): Promise<SignedIn> {
  const fan = await newFan()
  await choose(fan)
  return fan
}

async function follow(fan: SignedIn, kind: 'club' | 'player' | 'competition', target_id: number): Promise<void> {
  await server.app.db.insertInto('follows').values({ user_id: fan.id, kind, target_id }).execute()
}

async function homeOf({ id }: BuiltMatch): Promise<number> {
  const match = server.app.db.selectFrom('matches').select('home_team_id').where('id', '=', id)
  return (await match.executeTakeFirstOrThrow()).home_team_id
}

async function emailOf({ id }: SignedIn): Promise<string> {
  const fan = server.app.db.selectFrom('auth.user').select('email').where('id', '=', id)
  return (await fan.executeTakeFirstOrThrow()).email
}

/** Builds a match of Saturday evening that is open to votes. */
const openMatch = (sketch: MatchSketch = {}) =>
  buildMatch(server.app.db, {
    kickoffAt: new Date('2026-11-21T20:05:00Z'),
    home: 'FC Rive',
    away: 'Stade Aval',
    score: [2, 1],
    rating: 7.1,
    ...sketch,
  })

/** Ends matches on Saturday, and publishes their results on Sunday. */
async function publish(...matches: readonly BuiltMatch[]): Promise<void> {
  for (const { id } of matches) await finishMatch(server.app.db, id, new Date('2026-11-21T22:00:00Z'))
  goTo(new Date('2026-11-22T12:00:00Z'))
  await publishDueMatches(server.app)
}

/** A published match, and a fan who follows its home club and gets the digest. */
async function readerOfMatch(): Promise<SignedIn> {
  const [fan, match] = [await reader(), await openMatch()]
  await follow(fan, 'club', await homeOf(match))
  await publish(match)
  return fan
}

/** Moves to Monday at nine, and sends what is due. */
async function monday(): Promise<void> {
  goTo(MONDAY.at)
  await workOnDigest(server.app)
}

async function mailsTo(fan: SignedIn) {
  const email = await emailOf(fan)
  return server.outbox.list().filter(({ to }) => to.includes(email))
}

const offLink = (mail: { headers: Readonly<Record<string, string>> } | undefined) =>
  /<(https?:[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
const pathOf = (link: string) => link.slice(ORIGIN.length)

/** Posts as mailbox providers do. */
const oneClick = (path: string, headers: Record<string, string> = {}) =>
  call(server, 'POST', path, {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

test('a digest has the fan’s matches, votes, players and coming matches, as text and as HTML', async () => {
  const { db } = server.app
  const fan = await reader()
  const open = await openMatch({ names: ['Ida Longue', 'Noé Vif', 'Léo Droit'] })
  const strange = await openMatch({ home: 'AS Ailleurs', away: 'US Plus Loin' })
  await follow(fan, 'club', await homeOf(open))
  await cast(server, fan, open.id, [open.playerIds[0], open.playerIds[1], open.playerIds[5]])
  for (const other of await signInMany(server, 11)) await cast(server, other, open.id, open.playerIds.slice(0, 3))
  await publish(open, strange)
  const season = await server.app.seasons.open()
  const { playerId } = await buildCareer(db, server.clock.now(), {
    name: 'Zoé Fuse',
    matches: [{ team: 'FC Une', against: 'FC Deux', daysAgo: 20, rank: 1, points: 900 }],
  })
  await rebuildSeason(server.app)
  await follow(fan, 'player', playerId)
  await saveTrendRanks(db, season.id, '2026-11-16', '2026-11-01')
  await db.updateTable('season_rank_history').set({ rank: 4 }).where('player_id', '=', playerId).execute()
  const next = await buildMatch(db, {
    status: 'upcoming',
    kickoffAt: new Date('2026-11-28T20:00:00Z'),
    home: 'FC Rive',
    away: 'Olympique Amont',
  })
  await follow(fan, 'club', await homeOf(next))
  await monday()

  const [mail, ...others] = await mailsTo(fan)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Ta semaine dans la tribune, du 16 au 22 novembre')
  for (const part of [
    'TES MATCHS\n\nFC Rive 2\u00a0– 1 Stade Aval\n1. Ida Longue, 2. Noé Vif, 3. Léo Droit\n',
    `, podium des votes\n${ORIGIN}/match/${open.id}\n`,
    'TES VOTES\n\nTu as voté pour un match.\n',
    '\n2 de tes 3\u00a0choix sont sur le podium.',
    'TES JOUEURS DANS L’INDEX\n\n1er Zoé Fuse\n900\u00a0points, +3\u00a0places',
    'EN TÊTE DE L’INDEX\n\n1er Zoé Fuse\n',
    `FC Rive\u00a0– Olympique Amont\nsam. 28 nov., 21\u00a0h (Paris), Championnat 61\n${ORIGIN}/match/${next.id}`,
    'Les votes ouvrent à la 60ème minute.',
  ]) {
    expect(mail?.text.replaceAll('\r\n', '\n')).toContain(part)
  }
  expect(mail?.text).not.toContain('AS Ailleurs')
  expect(mail?.html).toContain(`href="${ORIGIN}/match/${open.id}"`)
  expect(mail?.html).toContain('Ida Longue')
})

test('a digest tells no one that it was opened: every link but one is an address of a page', async () => {
  const fan = await readerOfMatch()
  await monday()
  const [mail] = await mailsTo(fan)
  expect(mail?.html).not.toMatch(/<(img|link|script)|url\(/)
  const links = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link]) => link)
  const off = offLink(mail)
  expect(links.filter((link) => link !== off)).toEqual([
    expect.stringMatching(new RegExp(`^${ORIGIN}/match/\\d+$`)),
    `${ORIGIN}/`,
  ])
  expect(links).toContain(off)
})

test('a digest can be unsubscribed from with one click, and says that no person wrote it', async () => {
  const fan = await readerOfMatch()
  await monday()
  const [mail] = await mailsTo(fan)
  const proof = createOffProofs(server.app.config.secrets).make(fan.id)
  expect(mail?.headers).toMatchObject({
    'list-unsubscribe': `<${ORIGIN}/api/digest/off/${proof}>, <mailto:contact@tribune.invalid?subject=unsubscribe%20${proof}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'list-id': 'Tribune <digest.tribune.invalid>',
    'auto-submitted': 'auto-generated',
    precedence: 'bulk',
    'message-id': expect.stringMatching(/^<digest\.2026-11-23\.[0-9a-f]{32}@tribune\.invalid>$/),
  })
})

test('fans who follow nothing get the large results', async () => {
  const fan = await reader()
  await publish(
    await openMatch({ coefficient: 2, competitionId: 62, home: 'Petit Club' }),
    await openMatch({ coefficient: 8, competitionId: 63, home: 'Grand Club' }),
  )
  await monday()
  const [mail] = await mailsTo(fan)
  expect(mail?.text).toMatch(/LES GRANDS RÉSULTATS\s+Grand Club 2[\s\S]+Petit Club 2/)
})

test('nobody gets a digest without wishing one, nor without anything to tell, nor twice', async () => {
  const [quiet, off] = [await newFan(), await reader()]
  await choose(off, false)
  const idle = await reader()
  await follow(idle, 'club', 1)
  const fan = await readerOfMatch()
  await monday()
  await workOnDigest(server.app)
  server.clock.advance(HOUR_MS)
  await workOnDigest(server.app)
  const counts = await Promise.all([quiet, off, idle, fan].map(async (one) => (await mailsTo(one)).length))
  expect(counts).toEqual([0, 0, 0, 1])
})

test('only confirmed addresses of accounts that may vote are written to', async () => {
  const unconfirmed = await newFan(false)
  await choose(unconfirmed)
  const [closed, ended, fan] = [await reader(), await reader(), await reader()]
  const { db } = server.app
  const closing = { voting_closed_at: server.clock.now(), voting_closed_reason: 'Votes en nombre' }
  await db.updateTable('auth.user').set(closing).where('id', '=', closed.id).execute()
  await server.app.sessions.forget(closed.id)
  const addresses = await Promise.all([unconfirmed, closed, ended].map(emailOf))
  await publish(await openMatch())
  goTo(MONDAY.at)
  await planDigest(server.app)
  await db.deleteFrom('auth.user').where('id', '=', ended.id).execute()
  await workOnDigest(server.app)
  expect(server.outbox.list().filter(({ to }) => to.some((one) => addresses.includes(one)))).toEqual([])
  expect(await mailsTo(fan)).toHaveLength(1)
  expect(await choiceOf(unconfirmed)).toMatchObject({ wanted: true, obstacle: 'no_address' })
  expect(await choiceOf(closed)).toMatchObject({ obstacle: 'voting_closed' })
})

test.each([
  ['before Monday at nine', new Date(MONDAY.at.getTime() - 1_000), 0],
  ['two days later', MONDAY.expires, 0],
  ['a second before that', new Date(MONDAY.expires.getTime() - 1_000), 1],
])('%s', async (_name, at, mails) => {
  const fan = await readerOfMatch()
  goTo(at)
  await workOnDigest(server.app)
  expect(await mailsTo(fan)).toHaveLength(mails)
})

test('mails that a killed server had planned in part or claimed are sent by another, and nobody gets two', async () => {
  await publish(await openMatch())
  const fans: SignedIn[] = []
  for (let count = 0; count < 7; count += 1) fans.push(await reader())
  goTo(MONDAY.at)
  expect(await planDigest(server.app, 3)).toBe(true)
  // Killed here, between two pages, and with one mail claimed: nobody knows whether it was sent.
  const now = server.clock.now()
  const lost = await claimMail(server.app.db, now, new Date(now.getTime() + 5 * 60_000))
  const beside = await startTestServer(inject('databaseUrl'), { beside: server, config: server.app.config })
  await workOnDigest(beside.app)
  const reached = async () => (await Promise.all(fans.map(mailsTo))).map(({ length }) => length)
  const others = fans.map(({ id }) => (id === lost?.user_id ? 0 : 1))
  expect(await reached()).toEqual(others)
  expect(others.filter((count) => count === 0)).toHaveLength(1)
  server.clock.advance(5 * 60_000)
  await workOnDigest(beside.app)
  await beside.close()
  expect(await reached()).toEqual(fans.map(() => 1))
})

test('a mail that may have been sent already has the same id the second time', async () => {
  const fan = await readerOfMatch()
  await monday()
  // Killed after the mail server took it, before that was stored.
  await server.app.db.updateTable('digest_mails').set({ outcome: null }).execute()
  server.clock.advance(5 * 60_000)
  await workOnDigest(server.app)
  const mails = await mailsTo(fan)
  expect(mails).toHaveLength(2)
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
})

test('a server that is killed while it sends leaves nobody out, and repeats one mail at most', async () => {
  await publish(await openMatch())
  const fans = await signInMany(server, 40)
  const rows = fans.map(({ id }) => ({ user_id: id, wanted: true, changed_at: server.clock.now() }))
  await server.app.db.insertInto('digest_choices').values(rows).execute()
  goTo(MONDAY.at)
  const sent = server.outbox.list().length
  const env = {
    ...process.env,
    DATABASE_URL: server.databaseUrl,
    SMTP_URL: server.outbox.smtpUrl,
    AT: server.clock.now().toISOString(),
  }
  const killed = spawn(process.execPath, [SENDER], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await server.outbox.reached(sent + 10)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const left = server.app.db.selectFrom('digest_mails').select('user_id').where('outcome', 'is', null).execute()
  expect((await left).length).toBeGreaterThan(0)
  server.clock.advance(6 * 60_000)
  await workOnDigest(server.app)
  const mails = await Promise.all(fans.map(mailsTo))
  expect(mails.every(({ length }) => length > 0)).toBe(true)
  const all = mails.flat()
  expect(all.length).toBeLessThanOrEqual(fans.length + 1)
  expect(new Set(all.map(({ headers }) => headers['message-id'])).size).toBe(fans.length)
})

test('two servers at once send each digest once', async () => {
  await publish(await openMatch())
  const fans: SignedIn[] = []
  for (let count = 0; count < 12; count += 1) fans.push(await reader())
  const beside = await startTestServer(inject('databaseUrl'), { beside: server, config: server.app.config })
  goTo(MONDAY.at)
  await Promise.all([workOnDigest(server.app), workOnDigest(beside.app)])
  await beside.close()
  await workOnDigest(server.app)
  expect((await Promise.all(fans.map(mailsTo))).map(({ length }) => length)).toEqual(fans.map(() => 1))
})

test('a mail server that is busy is tried again later', async () => {
  const fan = await readerOfMatch()
  server.outbox.refuse(null, 451)
  await monday()
  server.outbox.refuse(null, null)
  await workOnDigest(server.app)
  expect(await mailsTo(fan)).toEqual([])
  server.clock.advance(5 * 60_000)
  await workOnDigest(server.app)
  expect(await mailsTo(fan)).toHaveLength(1)
})

test('after three failures in a row the others wait for the next stretch', async () => {
  await publish(await openMatch())
  for (let count = 0; count < 5; count += 1) await reader()
  server.outbox.refuse(null, 421)
  await monday()
  server.outbox.refuse(null, null)
  const tried = server.app.db.selectFrom('digest_mails').select('attempts').where('attempts', '>', 0).execute()
  expect(await tried).toHaveLength(3)
})

test('an address that refuses three weeks in a row is not written to again, until its fan wishes it', async () => {
  const fan = await reader()
  const email = await emailOf(fan)
  server.outbox.refuse(email, 550)
  const refusals: number[] = []
  for (let week = 0; week < 4; week += 1) {
    goTo(new Date(MONDAY.at.getTime() + week * 7 * DAY_MS))
    const kickoffAt = new Date(server.clock.now().getTime() - 2 * DAY_MS)
    const match = await buildMatch(server.app.db, { kickoffAt, rating: 7 })
    await finishMatch(server.app.db, match.id, new Date(kickoffAt.getTime() + 2 * HOUR_MS))
    await publishDueMatches(server.app)
    await workOnDigest(server.app)
    const refused = server.app.db.selectFrom('digest_mails').selectAll().where('outcome', '=', 'refused').execute()
    refusals.push((await refused).length)
  }
  server.outbox.refuse(email, null)
  expect(refusals).toEqual([1, 2, 3, 3])
  expect(await choiceOf(fan)).toMatchObject({ wanted: false, ended_by_mailbox: true })
  await choose(fan)
  expect(await choiceOf(fan)).toMatchObject({ wanted: true, ended_by_mailbox: false })
})

test('a mail that is refused for its content says nothing about the address', async () => {
  const fan = await readerOfMatch()
  server.outbox.refuse(null, 554)
  await monday()
  server.outbox.refuse(null, null)
  const choice = server.app.db.selectFrom('digest_choices').select('refusals').where('user_id', '=', fan.id)
  expect(await choice.executeTakeFirst()).toEqual({ refusals: 0 })
})

test('a digest that is turned off while it waits is not sent', async () => {
  const fan = await readerOfMatch()
  goTo(MONDAY.at)
  await planDigest(server.app)
  await choose(fan, false)
  await workOnDigest(server.app)
  expect(await mailsTo(fan)).toEqual([])
})

test('a digest that could not be sent for two days is not sent any more', async () => {
  const fan = await readerOfMatch()
  goTo(MONDAY.at)
  await planDigest(server.app)
  const mail = await claimMail(server.app.db, MONDAY.at, MONDAY.expires)
  if (mail !== undefined) await putOff(server.app.db, mail, MONDAY.expires)
  goTo(MONDAY.expires)
  await workOnDigest(server.app)
  expect(await mailsTo(fan)).toEqual([])
})

test('a click of a mailbox provider ends the digest, without a session and from anywhere, of this fan alone', async () => {
  const [fan, other] = [await readerOfMatch(), await reader()]
  await monday()
  const path = pathOf(offLink((await mailsTo(fan))[0]))
  const provider = { 'user-agent': 'Mailbox', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  for (const _time of ['once', 'again']) {
    const answer = await oneClick(path, provider)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  }
  expect([(await choiceOf(fan)).wanted, (await choiceOf(other)).wanted]).toEqual([false, true])
  await choose(fan)
  expect((await choiceOf(fan)).wanted).toBe(true)
})

test.each([
  [
    'as parts of a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['without a body', undefined, undefined],
])('a click is taken %s', async (_how, type, body) => {
  const fan = await reader()
  const path = `/api/digest/off/${createOffProofs(server.app.config.secrets).make(fan.id)}`
  const answer = await call(server, 'POST', path, {
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })
  expect(answer.statusCode).toBe(200)
  expect((await choiceOf(fan)).wanted).toBe(false)
})

test('a scanner that opens the link changes nothing; the page has one button, and leads nowhere else', async () => {
  const fan = await reader()
  const path = `/api/digest/off/${createOffProofs(server.app.config.secrets).make(fan.id)}`
  for (const method of ['GET', 'HEAD'] as const) expect((await call(server, method, path)).statusCode).toBe(200)
  expect((await choiceOf(fan)).wanted).toBe(true)
  const page = await call(server, 'GET', path)
  expect(page.body.match(/<button>/g)).toHaveLength(1)
  expect(page.body).toContain('<form method="post">')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a forged, bent or borrowed proof ends nothing', async () => {
  const fan = await reader()
  const { secrets } = server.app.config
  const proof = createOffProofs(secrets).make(fan.id)
  const forged = createOffProofs(['another-secret-that-is-long-enough-for-it']).make(fan.id)
  const bent = `${proof.slice(0, -3)}${proof.endsWith('AAA') ? 'BBB' : 'AAA'}`
  const ofPush = createProofs(secrets, 'turning push messages off').make({ id: fan.id, details: Buffer.alloc(0) })
  const ofOther = Buffer.from(proof, 'base64url')
  ofOther[0] = (ofOther[0] ?? 0) ^ 1
  for (const wrong of [forged, bent, ofPush, ofOther.toString('base64url'), 'x', proof.slice(2), `${proof}AAAA`]) {
    const answers = await Promise.all([
      oneClick(`/api/digest/off/${wrong}`),
      call(server, 'GET', `/api/digest/off/${wrong}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  }
  expect((await choiceOf(fan)).wanted).toBe(true)
})

test('an answer does not tell whether a fan exists, or wishes the digest', async () => {
  const [fan, indifferent, gone] = [await reader(), await newFan(), await newFan()]
  await server.app.db.deleteFrom('auth.user').where('id', '=', gone.id).execute()
  const paths = [fan, indifferent, gone].map(
    ({ id }) => `/api/digest/off/${createOffProofs(server.app.config.secrets).make(id)}`,
  )
  const pages = await Promise.all(paths.map(async (path) => (await call(server, 'GET', path)).body))
  const answers = await Promise.all(paths.map(async (path) => (await oneClick(path)).body))
  expect([new Set(pages).size, new Set(answers).size]).toEqual([1, 1])
})

test('the choice is in the fan’s download, and goes with the account; what was sent goes after a month', async () => {
  const fan = await readerOfMatch()
  await monday()
  const mine = async () => (await call(server, 'GET', '/api/me/data', { cookie: fan.cookie })).json().digest
  expect(await mine()).toEqual({ wanted: true, since: expect.any(String), sent: ['2026-11-23'] })
  const { db } = server.app
  await forgetWeeks(db, '2026-11-23')
  expect(await mine()).toMatchObject({ sent: ['2026-11-23'] })
  await forgetWeeks(db, '2026-11-24')
  expect(await mine()).toMatchObject({ sent: [] })
  await db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  expect(await db.selectFrom('digest_choices').selectAll().where('user_id', '=', fan.id).execute()).toEqual([])
})

test('a change needs a page of ours, and a session', async () => {
  const fan = await newFan()
  const body = { wanted: true }
  const foreign = { cookie: fan.cookie, body, headers: { 'sec-fetch-site': 'cross-site' } }
  expect(refusalOf(await call(server, 'PUT', '/api/me/digest', foreign))).toEqual([403, 'foreign_origin'])
  expect(refusalOf(await call(server, 'PUT', '/api/me/digest', { body }))).toEqual([401, 'not_authenticated'])
  expect((await choiceOf(fan)).wanted).toBe(false)
})
