import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { digestOf } from '@tribune/domain/messages/digest.ts'
import { afterAll, beforeAll, beforeEach, inject } from 'vitest'
import { workOnDigest } from '../features/messages/digest/jobs.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { call, startTestServer, type TestServer } from './app.ts'
import { type BuiltMatch, buildMatch, finishMatch, type MatchSketch } from './builders.ts'
import { ORIGIN } from './constants.ts'
import { type SignedIn, signInOne } from './people.ts'

/** The Monday whose digest is sent. */
export const MONDAY = digestOf('2026-11-23')
/** Saturday evening of the week before, while a match is open to votes. */
const SATURDAY = new Date('2026-11-21T21:30:00Z')

/** A server for the tests of one file that send the weekly digest. Each test begins on Saturday without matches, follows and digests. */
export function digestServerForFile() {
  const server = {} as TestServer
  beforeAll(async () => {
    const config = { digestPerMinute: 60_000, contactEmail: 'contact@tribune.invalid' }
    Object.assign(server, await startTestServer(inject('databaseUrl'), { config }))
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

  /** Posts as mailbox providers do. */
  const oneClick = (path: string, headers: Record<string, string> = {}) =>
    call(server, 'POST', path, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  return {
    server,
    goTo,
    choose,
    choiceOf,
    newFan,
    reader,
    follow,
    homeOf,
    emailOf,
    openMatch,
    publish,
    readerOfMatch,
    monday,
    mailsTo,
    oneClick,
  }
}

/** Returns the address in a mail's header that ends the digest; empty without one. */
export const offLink = (mail: { headers: Readonly<Record<string, string>> } | undefined) =>
  /<(https?:[^>]+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
/** Returns the path of an address of the test server. */
export const pathOf = (link: string) => link.slice(ORIGIN.length)
