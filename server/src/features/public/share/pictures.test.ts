import type { HomeFixture } from '@tribune/contract/matches.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { crestSvg, drawingId } from '@tribune/domain/players/crest.ts'
import { pictureIdOf } from '@tribune/protocol/picture.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Drawing } from '../../../infra/drawing/drawing.ts'
import { Studio } from '../../../infra/drawing/studio.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch, finishMatch, type MatchSketch } from '../../../testing/builders.ts'
import { buildCareer, careerOfTwoSeasons } from '../../../testing/career.ts'
import { type SignedIn, signInMany } from '../../../testing/people.ts'
import { publishDue } from '../../feed/publication/jobs.ts'
import { drawMatch, drawPlayer, drawPodium, type PickFacts, presentMatchHead, presentPlayerHead } from './present.ts'
import { matchFacts, playerFacts, ShareService } from './service.ts'

const SOME_PNG = Buffer.from('a picture')
/** Sixty characters, marks of direction, emoji, markup: what a name may be at worst. */
const NAMES = ['"><script>alert(1)</script>', '\u202eمحمد صلاح 💥', 'W'.repeat(60), '']

let server: TestServer
let fans: SignedIn[]
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  fans = await signInMany(server, 12)
})
afterAll(() => server.close())

const cardOf = (id: number, query = '') => call(server, 'GET', `/share/match/${id}.png${query}`)
const tell = (id: number) => server.app.bus.publish('matches', { ids: [id] })
const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * MINUTE_MS)

async function publish(id: number): Promise<void> {
  await finishMatch(server.app.db, id, ago(61))
  await publishDue(server.app)
  await tell(id)
}

async function sizeOf(bytes: Buffer) {
  const { format, width, height } = await sharp(bytes).metadata()
  return [format, width, height]
}

describe('a picture of a match', () => {
  test.each([
    ['', 1200, 630],
    ['?format=card', 1200, 630],
    ['?format=story', 1080, 1920],
  ])('%s is a PNG of its size', async (query, width, height) => {
    const { id } = await buildMatch(server.app.db, { names: NAMES, home: NAMES[2] ?? '', away: NAMES[1] ?? '' })
    const answer = await cardOf(id, query)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sizeOf(answer.rawPayload)).toEqual(['png', width, height])
  })

  test('has the same bytes at any score until its result is published', async () => {
    const { id, playerIds } = await buildMatch(server.app.db, { score: [0, 0], rating: 7 })
    const before = await cardOf(id)
    for (const fan of fans) await cast(server, fan, id, playerIds.slice(0, 3))
    await server.app.db.updateTable('matches').set({ home_score: 4, away_score: 3 }).where('id', '=', id).execute()
    await tell(id)
    const during = await cardOf(id)
    expect([during.headers.etag, during.rawPayload.equals(before.rawPayload)]).toEqual([before.headers.etag, true])
    await publish(id)
    const after = await cardOf(id)
    expect([after.statusCode, after.headers.etag === before.headers.etag]).toEqual([200, false])
    expect(after.headers['cache-control']).toContain('max-age=60')
    expect(before.headers['cache-control']).toContain('s-maxage=1,')
  })

  test('is a 304 while unchanged', async () => {
    const { id } = await buildMatch(server.app.db)
    const first = await cardOf(id)
    const again = await call(server, 'GET', `/share/match/${id}.png`, {
      headers: { 'if-none-match': String(first.headers.etag), 'accept-encoding': 'gzip' },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await call(server, 'HEAD', `/share/match/${id}.png`)).statusCode).toBe(200)
  })

  test.each([
    ['/share/match/987654321.png', 404, 'match_not_found'],
    ['/share/player/987654321.png', 404, 'player_not_found'],
    ['/share/player/1.png?season=2147483647', 404, 'season_not_found'],
    ['/share/player/1.png?season=-1', 400, 'invalid_request'],
    ['/share/match/abc.png', 400, 'invalid_request'],
    ['/share/match/1.png?format=poster', 400, 'invalid_request'],
  ])('%s is refused', async (url, status, code) => {
    expect(refusalOf(await call(server, 'GET', url))).toEqual([status, code])
  })
})

describe('a picture of a player', () => {
  test.each(NAMES)('called %j is rendered', async (name) => {
    const { playerIds } = await buildMatch(server.app.db, { names: [name] })
    for (const format of ['card', 'story']) {
      const answer = await call(server, 'GET', `/share/player/${playerIds[0]}.png?format=${format}`)
      expect((await sizeOf(answer.rawPayload))[0]).toBe('png')
    }
  })
})

test('a picture with a missing face is cached only briefly', async () => {
  const { playerIds } = await buildMatch(server.app.db, { names: ['Ana Rivage'] })
  const [id = 0] = playerIds
  const photo_url = `${server.simulatorUrl}/media/players/${id}.png`
  await server.app.db.updateTable('players_ref').set({ photo_url }).where('id', '=', id).execute()
  const cachedFor = async () => (await call(server, 'GET', `/share/player/${id}.png`)).headers['cache-control']
  expect(await cachedFor()).toContain('s-maxage=1,')
  await server.app.pictures.settled()
  await server.app.bus.publish('season', {})
  expect(await cachedFor()).toContain('max-age=60')
})

test('a stopping server finishes no picture', async () => {
  const other = await startTestServer('', { sharing: server })
  const { id } = await buildMatch(server.app.db)
  const order = other.tribune.http.inject(`/share/match/${id}.png`)
  await expect.poll(() => other.app.studio.made).toBe(1)
  await other.close()
  expect((await order).statusCode).toBe(503)
})

describe('a picture of a fan’s own podium', () => {
  const own = (id: number, fan: SignedIn | undefined) =>
    call(server, 'GET', `/share/podium/${id}.png`, fan === undefined ? {} : { cookie: fan.cookie })

  test('is for that fan alone, and never cached', async () => {
    const { id, playerIds } = await buildMatch(server.app.db)
    await cast(server, fans[0] ?? { cookie: '' }, id, playerIds.slice(0, 3))
    await cast(server, fans[1] ?? { cookie: '' }, id, playerIds.slice(0, 2))
    const answer = await own(id, fans[0])
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(await sizeOf(answer.rawPayload)).toEqual(['png', 1200, 630])
    expect(refusalOf(await own(id, undefined))).toEqual([401, 'not_authenticated'])
    expect(refusalOf(await own(id, fans[1]))).toEqual([409, 'ballot_incomplete'])
    expect(refusalOf(await own(id, fans[2]))).toEqual([409, 'ballot_incomplete'])
  })

  test.each([
    ['one address asks', () => '10.0.1.1', 429],
    ['one network of IPv6 asks', (n: number) => `2a01:cb00:1:2::${n}`, 429],
    ['many addresses ask', (n: number) => `10.0.2.${n}`, 503],
  ])('is made even while %s for too many others', async (_name, addressOf, refused) => {
    const { id, playerIds } = await buildMatch(server.app.db, { players: 40 })
    await cast(server, fans[0] ?? { cookie: '' }, id, playerIds.slice(0, 3))
    const rush = playerIds.map(async (player, n) => {
      const url = `/share/player/${player}.png?format=story`
      return (await server.tribune.http.inject({ url, authority: 'tribune.invalid', remoteAddress: addressOf(n) }))
        .statusCode
    })
    // From the first refusal on their share of the queue is full.
    await Promise.race(rush)
    const { statusCode } = await own(id, fans[0])
    expect([statusCode, new Set(await Promise.all(rush))]).toEqual([200, new Set([200, refused])])
  })

  test('of an unknown match is refused', async () => {
    expect(refusalOf(await own(987_654_321, fans[0]))).toEqual([404, 'match_not_found'])
  })
})

describe('a caller who orders too many pictures', () => {
  /** Makes nothing, and remembers what was ordered. */
  class QuickStudio extends Studio {
    readonly known = new Set<string>()
    override ready(drawing: Drawing) {
      return this.known.has(JSON.stringify(drawing)) ? SOME_PNG : undefined
    }
    override async picture(drawing: Drawing) {
      this.known.add(JSON.stringify(drawing))
      return SOME_PNG
    }
  }

  test('is refused new pictures, still gets cached ones, and delays no other caller', async () => {
    const studio = new QuickStudio()
    const from = (address: string) => ({ address, isActive: () => true })
    const share = new ShareService(server.app, studio)
    const ids: number[] = []
    for (let n = 0; n < 31; n += 1) ids.push((await buildMatch(server.app.db, { players: 0 })).id)
    const [first = 0] = ids
    const last = ids.pop() ?? 0
    for (const id of ids) await share.matchCard(id, 'card', from('10.0.0.1'))
    await expect(share.matchCard(last, 'card', from('10.0.0.1'))).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await share.matchCard(first, 'card', from('10.0.0.1'))).png).toBe(SOME_PNG)
    expect((await share.matchCard(last, 'card', from('10.0.0.2'))).png).toBe(SOME_PNG)
  })

  test('does not cause refusals for others who want the same picture', async () => {
    const making = vi.spyOn(Studio.prototype, 'picture').mockResolvedValue(SOME_PNG)
    const order = (id: number, remoteAddress: string) =>
      server.tribune.http.inject({ url: `/share/match/${id}.png`, authority: 'tribune.invalid', remoteAddress })
    for (let n = 0; n < 30; n += 1) {
      const { id } = await buildMatch(server.app.db, { players: 0 })
      expect((await order(id, '10.0.0.3')).statusCode).toBe(200)
    }
    const { id } = await buildMatch(server.app.db, { players: 0 })
    const together = await Promise.all(['10.0.0.3', '10.0.0.4'].map((address) => order(id, address)))
    expect(together.map(({ statusCode }) => statusCode)).toEqual([429, 200])
    making.mockRestore()
  })
})

const noFaces = () => null
const CLUBS = { home: 'FC Rive', away: 'Stade Aval', score: [3, 1] } as const

const build = (sketch: MatchSketch) => buildMatch(server.app.db, { ...CLUBS, ...sketch })
const drawingOf = async (id: number) => drawMatch(await matchFacts(server.app, id), noFaces, 'card')

/** A published match on which so many fans agreed. */
async function published(voters: number, sketch: MatchSketch = {}) {
  const match = await build({ names: ['Ana Rivage', 'Bo Sel', 'Cy Dune'], ...sketch })
  for (const fan of fans.slice(0, voters)) await cast(server, fan, match.id, match.playerIds.slice(0, 3))
  await publish(match.id)
  return match
}

const picksOf = (playerIds: readonly number[]): PickFacts[] =>
  playerIds.slice(0, 3).map((player_id, index) => ({
    position: ([1, 2, 3] as const)[index] ?? 1,
    player_id,
    player_name: `Joueur ${player_id}`,
  }))

test('a club is drawn as on screens, with and without a picture of its own', async () => {
  const clubs = 'Étoile Rive,AS Valcourt,FC,Ñandú 04,Montbrun-sur-Orve FC,Racing de la Tour,Ж,Kingsbarrow'.split(',')
  for (const [index, home] of clubs.entries()) {
    const away = `${clubs.at(-1 - index)} B`
    const { id } = await build({ home, away })
    if (index % 2 === 1)
      await server.app.db
        .updateTable('teams')
        .set({ logo: `https://pictures.invalid/${index}.png` })
        .where('name', '=', home)
        .execute()
    const drawing = await drawingOf(id)
    const shown = (await call(server, 'GET', `/api/home_fixtures/${id}`)).json<HomeFixture>()
    const onScreen = (name: string, logo: string | null) =>
      crestSvg({ name, id: pictureIdOf(logo ?? '') ?? drawingId(name) })
    expect(crestSvg(drawing.home)).toBe(onScreen(shown.home_team, shown.home_team_logo))
    expect(crestSvg(drawing.away)).toBe(onScreen(shown.away_team, shown.away_team_logo))
  }
})

describe('before publication a match shows neither score nor names', () => {
  const vote = 'Vote pour tes trois meilleurs joueurs'
  test.each<[string, () => MatchSketch, string | null, string | null]>([
    ['upcoming', () => ({ status: 'upcoming' }), null, vote],
    ['live before minute 60', () => ({ status: 'live', minute: 30 }), null, vote],
    ['live and open', () => ({ status: 'live', minute: 70 }), null, vote],
    ['over and open', () => ({ status: 'finished', finishedAt: ago(10) }), null, vote],
    ['closed, not counted', () => ({ status: 'finished', finishedAt: ago(61) }), 'Votes clos', null],
    ['postponed', () => ({ status: 'postponed' }), 'Match reporté', null],
    ['cancelled', () => ({ status: 'cancelled' }), 'Match annulé', null],
    ['suspended', () => ({ status: 'suspended' }), 'Match suspendu', null],
  ])('%s', async (_state, sketch, title, call) => {
    const { id } = await build({ ...sketch(), rating: 7 })
    const drawing = await drawingOf(id)
    expect(drawing).toMatchObject({ score: null, title, call })
    expect(Object.values(drawing.podium).flatMap((step) => step?.holders ?? [])).toEqual([])
    const head = JSON.stringify(presentMatchHead(await matchFacts(server.app, id)))
    expect(head).toContain('FC Rive – Stade Aval')
    expect(head).not.toMatch(/3 – 1|Joueur/)
  })
})

describe('a result', () => {
  test('by votes has the score, the three steps and the source', async () => {
    const { id } = await published(12)
    const drawing = await drawingOf(id)
    expect(drawing).toMatchObject({
      score: { home: '3', away: '1' },
      title: 'Les meilleurs joueurs du match',
      notes: ['12\u00a0votants · Votes des supporters'],
      call: null,
      podium: {
        1: { holders: [{ name: 'Ana Rivage' }], points: '300\u00a0pts', note: null },
        2: { holders: [{ name: 'Bo Sel' }], points: '240\u00a0pts' },
        3: { holders: [{ name: 'Cy Dune' }], points: '210\u00a0pts' },
      },
    })
    const head = presentMatchHead(await matchFacts(server.app, id))
    expect(head.headline).toBe('FC Rive 3 – 1 Stade Aval\u00a0: les meilleurs joueurs du match')
    expect(head.description).toBe('1er Ana Rivage (300\u00a0pts), 2e Bo Sel (240\u00a0pts), 3e Cy Dune (210\u00a0pts).')
    expect(head.picture).toMatch(/^\/share\/match\/\d+\.png\?v=\d+$/)
  })

  test('that is ranked again has a picture at another address', async () => {
    const { id } = await published(12)
    const facts = await matchFacts(server.app, id)
    const later = { ...facts, match: { ...facts.match, ranked_at: server.clock.now() } }
    expect(presentMatchHead(later).picture).not.toBe(presentMatchHead(facts).picture)
  })

  test('by official ratings names the ratings, and a shared first step leaves the others empty', async () => {
    const { id } = await published(2, { rating: 7, players: 5 })
    expect(await drawingOf(id)).toMatchObject({
      notes: ['2\u00a0votants · Notes officielles'],
      podium: { 1: { more: 3, note: 'ex æquo' }, 2: null, 3: null },
    })
  })

  test('that is missing says why', async () => {
    const { id } = await published(2)
    expect(await drawingOf(id)).toMatchObject({
      title: 'Match sans classement',
      notes: ['Moins de 10\u00a0votes complets et pas de notes officielles.'],
      podium: { 1: null, 2: null, 3: null },
    })
  })
})

describe('a fan’s own podium', () => {
  test('has no score and no points while the vote is open', async () => {
    const { id, playerIds } = await build({})
    const drawing = drawPodium(await matchFacts(server.app, id), picksOf(playerIds), noFaces, 'story')
    expect(drawing).toMatchObject({ score: null, title: 'Mon podium', notes: [], podium: { 1: { points: null } } })
  })

  test('has the points of each pick once the result is published', async () => {
    const { id, playerIds } = await published(12)
    const [first = 0, , third = 0, other = 0] = playerIds
    const drawing = drawPodium(await matchFacts(server.app, id), picksOf([third, other, first]), noFaces, 'card')
    expect(drawing).toMatchObject({
      score: { home: '3', away: '1' },
      notes: ['510\u00a0pts pour mes trois joueurs'],
      podium: {
        1: { points: '210\u00a0pts', note: '#3 du match' },
        2: { points: '0\u00a0pt', note: 'Hors top 10' },
        3: { points: '300\u00a0pts', note: '#1 du match' },
      },
    })
  })
})

describe('a player', () => {
  test('has their season and their last published matches, oldest first', async () => {
    const { playerIds } = await published(12)
    const facts = await playerFacts(server.app, playerIds[1] ?? 0)
    expect(drawPlayer(facts, noFaces, 'card')).toMatchObject({
      figures: [{ label: 'points', value: '240' }, { label: 'rang' }, { label: 'matchs', value: '1' }],
      lastTitle: 'Son dernier match',
      last: [{ value: '240', share: 1, place: 2 }],
    })
    const version = facts.season?.updated_at.getTime()
    expect(presentPlayerHead(facts).picture).toBe(`/share/player/${playerIds[1]}.png?v=${version}`)
    expect(presentPlayerHead(facts)).toMatchObject({ title: 'Bo Sel · Tribune', path: `/player/${playerIds[1]}` })
  })

  test('has the last five matches of their page, without points where there are none', async () => {
    const clubs = { team: 'FC Une', against: 'FC Deux' }
    const { playerId } = await buildCareer(server.app.db, server.clock.now(), {
      name: 'Tom Ouvert',
      matches: [
        { ...clubs, daysAgo: 1, result: 'open', rank: 1, points: 300 },
        { ...clubs, daysAgo: 2, absent: true },
        { ...clubs, daysAgo: 3, rank: 2, points: 240 },
        { ...clubs, daysAgo: 4 },
        { ...clubs, daysAgo: 5, result: 'none' },
        { ...clubs, daysAgo: 6, rank: 1, points: 300 },
      ],
    })
    const drawing = drawPlayer(await playerFacts(server.app, playerId), noFaces, 'card')
    expect(drawing.lastTitle).toBe('Ses 5 derniers matchs')
    expect(drawing.last.map(({ value, place }) => [value, place])).toEqual([
      ['–', null],
      ['0', null],
      ['240', 2],
      ['–', null],
      ['–', null],
    ])
  })

  test('has a past season with its own points and matches', async () => {
    const { playerId, past } = await careerOfTwoSeasons(server)
    const then = drawPlayer(await playerFacts(server.app, playerId, past), noFaces, 'card')
    expect(then).toMatchObject({ season: 'Avant 2001', figures: [{ value: '240' }, { value: '1er' }, { value: '1' }] })
    expect(then.last.map(({ value }) => value)).toEqual(['240'])
    const now = drawPlayer(await playerFacts(server.app, playerId), noFaces, 'card')
    expect(now.last.map(({ value }) => value)).toEqual(['240', '300'])
    const { playerIds } = await build({})
    const uncounted = await playerFacts(server.app, playerIds[0] ?? 0, past)
    expect(drawPlayer(uncounted, noFaces, 'card').lastTitle).toBe('Aucun match compté')
    expect(presentPlayerHead(uncounted).description).toBe('Avant 2001\u00a0: aucun point.')
  })

  test('without a counted match has only their name', async () => {
    const { playerIds } = await build({})
    const drawing = drawPlayer(await playerFacts(server.app, playerIds[0] ?? 0), noFaces, 'card')
    expect(drawing).toMatchObject({ figures: [{ value: '0' }, { value: '0' }], last: [] })
    expect(drawing.lastTitle).toBe('Pas encore de match compté')
  })
})
