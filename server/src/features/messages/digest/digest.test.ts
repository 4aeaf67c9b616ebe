import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { expect, test } from 'vitest'
import { createProofs } from '../../../kernel/keys.ts'
import { call, refusalOf } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch } from '../../../testing/builders.ts'
import { buildCareer } from '../../../testing/career.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { digestServerForFile, MONDAY, offLink, pathOf } from '../../../testing/digest.ts'
import { signInMany } from '../../../testing/people.ts'
import { saveTrendRanks } from '../../season/season-ranking/queries.ts'
import { rebuildSeason } from '../../season/season-ranking/service.ts'
import { workOnDigest } from './jobs.ts'
import { forgetWeeks } from './queries.ts'
import { createOffProofs, planDigest } from './service.ts'

const world = digestServerForFile()

test('a digest has the fan’s matches, votes, players and coming matches, as text and as HTML', async () => {
  const { db } = world.server.app
  const fan = await world.reader()
  const open = await world.openMatch({ names: ['Ida Longue', 'Noé Vif', 'Léo Droit'] })
  const strange = await world.openMatch({ home: 'AS Ailleurs', away: 'US Plus Loin' })
  await world.follow(fan, 'club', await world.homeOf(open))
  await cast(world.server, fan, open.id, [open.playerIds[0], open.playerIds[1], open.playerIds[5]])
  for (const other of await signInMany(world.server, 11))
    await cast(world.server, other, open.id, open.playerIds.slice(0, 3))
  await world.publish(open, strange)
  const season = await world.server.app.seasons.open()
  const { playerId } = await buildCareer(db, world.server.clock.now(), {
    name: 'Zoé Fuse',
    matches: [{ team: 'FC Une', against: 'FC Deux', daysAgo: 20, rank: 1, points: 900 }],
  })
  await rebuildSeason(world.server.app)
  await world.follow(fan, 'player', playerId)
  await saveTrendRanks(db, season.id, '2026-11-16', '2026-11-01')
  await db.updateTable('season_rank_history').set({ rank: 4 }).where('player_id', '=', playerId).execute()
  const next = await buildMatch(db, {
    status: 'upcoming',
    kickoffAt: new Date('2026-11-28T20:00:00Z'),
    home: 'FC Rive',
    away: 'Olympique Amont',
  })
  await world.follow(fan, 'club', await world.homeOf(next))
  await world.monday()

  const [mail, ...others] = await world.mailsTo(fan)
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

test('a digest does not reveal that it was opened: every link but one is the address of a page', async () => {
  const fan = await world.readerOfMatch()
  await world.monday()
  const [mail] = await world.mailsTo(fan)
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
  const fan = await world.readerOfMatch()
  await world.monday()
  const [mail] = await world.mailsTo(fan)
  const proof = createOffProofs(world.server.app.config.secrets).make(fan.id)
  expect(mail?.headers).toMatchObject({
    'list-unsubscribe': `<${ORIGIN}/api/digest/off/${proof}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'list-id': 'Tribune <digest.tribune.invalid>',
    'auto-submitted': 'auto-generated',
    precedence: 'bulk',
    'message-id': expect.stringMatching(/^<digest\.2026-11-23\.[0-9a-f]{32}@tribune\.invalid>$/),
  })
})

test('players who share a rank of a podium have the same place, and none of them is left out', async () => {
  const fan = await world.reader()
  const match = await world.openMatch({ names: ['Ida Longue', 'Noé Vif', 'Léo Droit', 'Zoé Fuse'] })
  await world.follow(fan, 'club', await world.homeOf(match))
  const { db } = world.server.app
  for (const [index, rating] of [9, 8, 8, 7.5].entries()) {
    const id = match.playerIds[index] ?? 0
    await db.updateTable('match_lineups').set({ rating }).where('player_id', '=', id).execute()
  }
  const last = await world.openMatch({ names: ['Ana Un', 'Bea Deux', 'Cyr Trois', 'Dan Trois'] })
  await world.follow(fan, 'club', await world.homeOf(last))
  for (const [index, rating] of [9, 8.5, 8, 8].entries()) {
    const id = last.playerIds[index] ?? 0
    await db.updateTable('match_lineups').set({ rating }).where('player_id', '=', id).execute()
  }
  await world.publish(match, last)
  await world.monday()
  const [mail] = await world.mailsTo(fan)
  expect(mail?.text).toContain('1. Ida Longue, 2. Léo Droit, 2. Noé Vif\n')
  expect(mail?.text).toContain('1. Ana Un, 2. Bea Deux, 3. Cyr Trois, 3. Dan Trois\n')
  expect(mail?.html).toMatch(/silver[^>]*>2<\/b>&nbsp; Léo Droit.*silver[^>]*>2<\/b>&nbsp; Noé Vif/)
})

test('a digest counts only complete ballots, as the profile does', async () => {
  const fan = await world.reader()
  const [whole, begun] = [await world.openMatch(), await world.openMatch()]
  await cast(world.server, fan, whole.id, whole.playerIds.slice(0, 3))
  await cast(world.server, fan, begun.id, begun.playerIds.slice(0, 1))
  await world.publish(whole, begun)
  await world.monday()
  const [mail] = await world.mailsTo(fan)
  expect(mail?.text).toContain('Tu as voté pour un match.')
})

test('fans who follow nothing get the large results', async () => {
  const fan = await world.reader()
  await world.publish(
    await world.openMatch({ coefficient: 2, competitionId: 62, home: 'Petit Club' }),
    await world.openMatch({ coefficient: 8, competitionId: 63, home: 'Grand Club' }),
  )
  await world.monday()
  const [mail] = await world.mailsTo(fan)
  expect(mail?.text).toMatch(/LES GRANDS RÉSULTATS\s+Grand Club 2[\s\S]+Petit Club 2/)
})

test('a digest goes only to fans who chose it and have something to read, and only once', async () => {
  const [quiet, off] = [await world.newFan(), await world.reader()]
  await world.choose(off, false)
  const idle = await world.reader()
  await world.follow(idle, 'club', 1)
  const fan = await world.readerOfMatch()
  await world.monday()
  await workOnDigest(world.server.app)
  world.server.clock.advance(HOUR_MS)
  await workOnDigest(world.server.app)
  const counts = await Promise.all([quiet, off, idle, fan].map(async (one) => (await world.mailsTo(one)).length))
  expect(counts).toEqual([0, 0, 0, 1])
})

test('only confirmed addresses of accounts that may vote are written to', async () => {
  const unconfirmed = await world.newFan(false)
  await world.choose(unconfirmed)
  const [closed, ended, fan] = [await world.reader(), await world.reader(), await world.reader()]
  const { db } = world.server.app
  const closing = { voting_closed_at: world.server.clock.now(), voting_closed_reason: 'Votes en nombre' }
  await db.updateTable('auth.user').set(closing).where('id', '=', closed.id).execute()
  await world.server.app.sessions.forget(closed.id)
  const addresses = await Promise.all([unconfirmed, closed, ended].map(world.emailOf))
  await world.publish(await world.openMatch())
  world.goTo(MONDAY.at)
  await planDigest(world.server.app)
  await db.deleteFrom('auth.user').where('id', '=', ended.id).execute()
  await workOnDigest(world.server.app)
  expect(world.server.outbox.list().filter(({ to }) => to.some((one) => addresses.includes(one)))).toEqual([])
  expect(await world.mailsTo(fan)).toHaveLength(1)
  expect(await world.choiceOf(unconfirmed)).toMatchObject({ wanted: true, obstacle: 'no_address' })
  expect(await world.choiceOf(closed)).toMatchObject({ obstacle: 'voting_closed' })
})

test.each([
  ['before Monday at nine', new Date(MONDAY.at.getTime() - 1_000), 0],
  ['two days later', MONDAY.expires, 0],
  ['a second before that', new Date(MONDAY.expires.getTime() - 1_000), 1],
])('%s', async (_name, at, mails) => {
  const fan = await world.readerOfMatch()
  world.goTo(at)
  await workOnDigest(world.server.app)
  expect(await world.mailsTo(fan)).toHaveLength(mails)
})

test('a click of a mailbox provider ends the digest, without a session and from anywhere, of this fan alone', async () => {
  const [fan, other] = [await world.readerOfMatch(), await world.reader()]
  await world.monday()
  const path = pathOf(offLink((await world.mailsTo(fan))[0]))
  const provider = { 'user-agent': 'Mailbox', origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  for (const _time of ['once', 'again']) {
    const answer = await world.oneClick(path, provider)
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
  }
  expect([(await world.choiceOf(fan)).wanted, (await world.choiceOf(other)).wanted]).toEqual([false, true])
  await world.choose(fan)
  expect((await world.choiceOf(fan)).wanted).toBe(true)
})

test.each([
  [
    'as parts of a form',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  ],
  ['without a body', undefined, undefined],
])('a click is taken %s', async (_how, type, body) => {
  const fan = await world.reader()
  const path = `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(fan.id)}`
  const answer = await call(world.server, 'POST', path, {
    ...(body === undefined ? {} : { body }),
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })
  expect(answer.statusCode).toBe(200)
  expect((await world.choiceOf(fan)).wanted).toBe(false)
})

test('a scanner that opens the link changes nothing; the page has one button, and leads nowhere else', async () => {
  const fan = await world.reader()
  const path = `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(fan.id)}`
  for (const method of ['GET', 'HEAD'] as const) expect((await call(world.server, method, path)).statusCode).toBe(200)
  expect((await world.choiceOf(fan)).wanted).toBe(true)
  const page = await call(world.server, 'GET', path)
  expect(page.body.match(/<button>/g)).toHaveLength(1)
  expect(page.body).toContain('<form method="post">')
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('a forged, altered or another fan’s proof ends nothing', async () => {
  const fan = await world.reader()
  const { secrets } = world.server.app.config
  const proof = createOffProofs(secrets).make(fan.id)
  const forged = createOffProofs(['another-secret-that-is-long-enough-for-it']).make(fan.id)
  const bent = `${proof.slice(0, -3)}${proof.endsWith('AAA') ? 'BBB' : 'AAA'}`
  const ofPush = createProofs(secrets, 'turning push messages off').make({ id: fan.id, details: Buffer.alloc(0) })
  const ofOther = Buffer.from(proof, 'base64url')
  ofOther[0] = (ofOther[0] ?? 0) ^ 1
  for (const wrong of [forged, bent, ofPush, ofOther.toString('base64url'), 'x', proof.slice(2), `${proof}AAAA`]) {
    const answers = await Promise.all([
      world.oneClick(`/api/digest/off/${wrong}`),
      call(world.server, 'GET', `/api/digest/off/${wrong}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400])
  }
  expect((await world.choiceOf(fan)).wanted).toBe(true)
})

test('an answer does not reveal whether a fan exists or wishes the digest', async () => {
  const [fan, indifferent, gone] = [await world.reader(), await world.newFan(), await world.newFan()]
  await world.server.app.db.deleteFrom('auth.user').where('id', '=', gone.id).execute()
  const paths = [fan, indifferent, gone].map(
    ({ id }) => `/api/digest/off/${createOffProofs(world.server.app.config.secrets).make(id)}`,
  )
  const pages = await Promise.all(paths.map(async (path) => (await call(world.server, 'GET', path)).body))
  const answers = await Promise.all(paths.map(async (path) => (await world.oneClick(path)).body))
  expect([new Set(pages).size, new Set(answers).size]).toEqual([1, 1])
})

test('the choice is in the fan’s download, and is deleted with the account; sent digests are deleted after a month', async () => {
  const fan = await world.readerOfMatch()
  await world.monday()
  const mine = async () => (await call(world.server, 'GET', '/api/me/data', { cookie: fan.cookie })).json().digest
  expect(await mine()).toEqual({ wanted: true, since: expect.any(String), sent: ['2026-11-23'] })
  const { db } = world.server.app
  await forgetWeeks(db, '2026-11-23')
  expect(await mine()).toMatchObject({ sent: ['2026-11-23'] })
  await forgetWeeks(db, '2026-11-24')
  expect(await mine()).toMatchObject({ sent: [] })
  await db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  expect(await db.selectFrom('digest_choices').selectAll().where('user_id', '=', fan.id).execute()).toEqual([])
})

test('a change needs a session, and a request from our own site', async () => {
  const fan = await world.newFan()
  const body = { wanted: true }
  const foreign = { cookie: fan.cookie, body, headers: { 'sec-fetch-site': 'cross-site' } }
  expect(refusalOf(await call(world.server, 'PUT', '/api/me/digest', foreign))).toEqual([403, 'foreign_origin'])
  expect(refusalOf(await call(world.server, 'PUT', '/api/me/digest', { body }))).toEqual([401, 'not_authenticated'])
  expect((await world.choiceOf(fan)).wanted).toBe(false)
})
