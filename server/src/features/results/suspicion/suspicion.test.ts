import { DELETION_CONFIRMATION } from '@tribune/contract/account-constants.ts'
import type { AsideGroup, BallotGroup, BallotGroups } from '@tribune/contract/operator/ballots.ts'
import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../../../testing/app.ts'
import { cast, tallyIn } from '../../../testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '../../../testing/builders.ts'
import { type SignedIn, signInAdmin, signInMany } from '../../../testing/people.ts'
import { completeBallots } from '../../../testing/recount.ts'
import { SCRIPT_DOMAIN, SCRIPT_NETWORK, stuffMatch } from '../../../testing/stuffing.ts'
import { endEvidence } from '../../ballots/evidence/queries.ts'
import { rebuildTally } from '../../ballots/tally/queries.ts'
import { publishDueMatches, rankOpenMatches } from '../rankings/service.ts'

const [HONEST, SCRIPT] = [1_203, 1_001]
const REASON = 'Mille votes en deux minutes'
let server: TestServer
let admin: SignedIn
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  admin = await signInAdmin(server)
})
afterAll(() => server.close())

interface Stuffed extends BuiltMatch {
  /** The fans of the script. */
  readonly script: readonly string[]
}

const ago = (ms: number) => new Date(server.clock.now().getTime() - ms)

/** A published match with honest ballots and those of a script, all of which count: the operator has restored what the rule set aside. */
async function stuffed(sketch: { honest?: number; script?: number; rating?: number | null } = {}): Promise<Stuffed> {
  const match = await published(sketch)
  for (const { id } of (await groupsOf(match.id)).set_aside) await putBack(id)
  return match
}

/** A published match, as the integrity rule leaves it. */
async function published({ honest = HONEST, script = SCRIPT, rating = null as number | null } = {}): Promise<Stuffed> {
  const { db } = server.app
  const match = await buildMatch(db, { status: 'finished', finishedAt: ago(2 * HOUR_MS), rating })
  const ids = await stuffMatch(db, match, { honest, script, at: ago(3 * HOUR_MS) })
  await publishDueMatches(server.app)
  return { ...match, script: ids }
}

const groupsOf = async (id: number): Promise<BallotGroups> => {
  const answer = await call(server, 'GET', `/api/ballot_groups?match_id=${id}`, { cookie: admin.cookie })
  expect([answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([200, true])
  return answer.json()
}
const pick = ({ groups }: BallotGroups, dimension: BallotGroup['dimension'], key?: string) => {
  const group = groups.find((one) => one.dimension === dimension && (key === undefined || one.key === key))
  if (group === undefined) throw new Error(`No group of ${dimension}`)
  return group
}
const post = (name: string, body: object, on = server) =>
  call(on, 'POST', `/api/functions/${name}`, { cookie: admin.cookie, body })
const putAside = (
  id: number,
  { dimension, key, ballots }: Pick<BallotGroup, 'dimension' | 'key' | 'ballots'>,
  on = server,
) => post('set-ballots-aside', { match_id: id, dimension, key, ballots, reason: REASON }, on)
const putBack = (id: string | undefined, on = server) => post('take-ballots-back', { id }, on)
const script = (ballots = SCRIPT) => ({ dimension: 'network', key: `${SCRIPT_NETWORK}`, ballots }) as const

const screen = async (id: number) => (await call(server, 'GET', `/api/rpc/get_match_screen?match_id=${id}`)).json()
/** Everything that fans see of a match, and all rows of the season. */
async function shownOf(id: number) {
  const { result, ranking } = await screen(id)
  const items = await server.app.db.selectFrom('season_player_points').selectAll().orderBy('player_id').execute()
  const strip = <Row extends object>(row: Row) => ({ ...row, created_at: undefined })
  return { result, ranking: ranking.map(strip), season: items.map((row) => ({ ...row, updated_at: undefined })) }
}

describe('the groups of a match’s ballots', () => {
  test('a script’s come first, with the result as it would be without them', async () => {
    const match = await stuffed()
    const answer = await groupsOf(match.id)
    const [first] = answer.groups
    expect(first).toMatchObject({ dimension: 'network', key: `${SCRIPT_NETWORK}`, ballots: SCRIPT, alike: SCRIPT })
    expect(first?.standing).toBe('apart')
    expect(first?.podium.map(({ player_id }) => player_id)).toEqual(match.playerIds.slice(-3))
    expect(answer.now.counted).toBe(HONEST + SCRIPT)
    expect(answer.now.first[0]?.player_id).toBe(match.playerIds.at(-3))
    expect(first?.without.counted).toBe(HONEST)
    expect(first?.without.first[0]?.player_id).toBe(match.playerIds[0])
    // Each dimension that exposes the script stands apart: the network, the mail domain, the account.
    const apart = answer.groups.filter(({ standing }) => standing === 'apart').map(({ dimension }) => dimension)
    expect(new Set(apart)).toEqual(new Set(['network', 'network_wide', 'mail_domain', 'account']))
    expect(pick(answer, 'mail_domain', SCRIPT_DOMAIN)).toMatchObject({ domain: SCRIPT_DOMAIN, ballots: SCRIPT })
    const same = ({ same_ballots }: BallotGroup) => same_ballots.map(({ dimension }) => dimension).toSorted()
    expect(same(pick(answer, 'network', `${SCRIPT_NETWORK}`))).toEqual(same(answer.groups[0] ?? expect.fail()))
    expect(same(pick(answer, 'network', `${SCRIPT_NETWORK}`))).toContain('mail_domain')
    expect(same(pick(answer, 'mail_domain', SCRIPT_DOMAIN))).toContain('network')
    const honest = answer.groups.filter(({ ballots }) => ballots !== SCRIPT)
    expect(honest.flatMap(same).filter((dimension) => dimension === 'mail_domain')).toEqual([])
  })

  test('an honest stadium behind one address does not stand out', async () => {
    const match = await stuffed({ script: 0 })
    const stadium = pick(await groupsOf(match.id), 'network', '7001')
    expect(stadium).toMatchObject({ ballots: Math.floor(HONEST / 2), standing: 'like_others' })
  })

  test('show neither a fan nor an address, and no group of fewer than three', async () => {
    const match = await stuffed({ honest: 40, script: 2 })
    const answer = await groupsOf(match.id)
    const text = JSON.stringify(answer)
    for (const id of match.script) expect(text).not.toContain(id)
    expect(text).not.toContain('@')
    expect(answer.groups.every(({ ballots }) => ballots >= 3)).toBe(true)
    expect(answer.groups.some(({ domain }) => domain === SCRIPT_DOMAIN)).toBe(false)
  })

  test('can be looked at while the vote is open, and of an empty match there are none', async () => {
    const open = await buildMatch(server.app.db)
    expect(await groupsOf(open.id)).toMatchObject({ bar: 'ballots_still_change', groups: [], evidence_until: null })
    for (const fan of await signInMany(server, 4)) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    const answer = await groupsOf(open.id)
    expect(answer.now.counted).toBe(4)
    expect(pick(answer, 'network').ballots).toBe(4)
  })

  test('the matches with the most ballots are listed first', async () => {
    const { items } = (await call(server, 'GET', '/api/ballot_matches', { cookie: admin.cookie })).json()
    const counts = items.map((row: { counted: number; set_aside: number }) => row.counted + row.set_aside)
    expect(counts[0]).toBe(HONEST + SCRIPT)
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one))
  })

  test('are ranked with the coefficient that a change keeps: the published one, until a recalculation', async () => {
    const match = await stuffed({ honest: 30, script: 20 })
    const [first] = (await groupsOf(match.id)).now.first
    await server.app.db.updateTable('matches').set({ coefficient: 7 }).where('id', '=', match.id).execute()
    const { now, groups } = await groupsOf(match.id)
    expect(now.first[0]).toEqual(first)
    const group = groups.find(({ dimension }) => dimension === 'network')
    await putAside(match.id, script(20))
    expect((await groupsOf(match.id)).now.first).toEqual(group?.without.first)
    expect((await screen(match.id)).ranking[0]).toMatchObject({ points: group?.without.first[0]?.points })
  })

  test('of an open match are ranked with its present coefficient', async () => {
    const open = await buildMatch(server.app.db)
    for (const fan of await signInMany(server, 10)) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    await rankOpenMatches(server.app)
    const [before] = (await groupsOf(open.id)).now.first
    await server.app.db.updateTable('matches').set({ coefficient: 6 }).where('id', '=', open.id).execute()
    const [after] = (await groupsOf(open.id)).now.first
    expect(after?.points).toBe(2 * (before?.points ?? 0))
  })

  test('report when the evidence has been deleted', async () => {
    const match = await stuffed({ honest: 30, script: 10 })
    const at = ago(31 * DAY_MS)
    await server.app.db
      .updateTable('matches')
      .set({ match_date: at, published_at: at })
      .where('id', '=', match.id)
      .execute()
    expect((await putAside(match.id, script(10))).statusCode).toBe(200)
    await endEvidence(server.app.db, server.clock.now())
    const answer = await groupsOf(match.id)
    expect(answer.evidence_ended).toBe(true)
    expect(answer.evidence_until).toBe(new Date(at.getTime() + 30 * DAY_MS).toISOString())
    expect(new Set(answer.groups.map(({ dimension }) => dimension))).toEqual(new Set(['mail_domain']))
    // A group that was set aside before stays aside, and can still be put back.
    expect(answer.set_aside).toEqual([expect.objectContaining({ dimension: 'network', ballots: 10 })])
    expect((await putBack(answer.set_aside[0]?.id)).json()).toMatchObject({ ballots: 10, counted: 40, set_aside: 0 })
  })
})

describe('a group that is set aside', () => {
  test('counts nowhere: result, season, recount and the public figures follow; once restored, all is as before', async () => {
    const match = await stuffed()
    const { db } = server.app
    const before = await shownOf(match.id)
    const tally = await tallyIn(server, match.id)
    expect(before.result).not.toHaveProperty('ballots_set_aside')
    expect(before.ranking[0]).toMatchObject({ player_id: match.playerIds.at(-3), unique_voters: HONEST + SCRIPT })

    const answer = await putAside(match.id, script())
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { match_id: match.id, ballots: SCRIPT, counted: HONEST, set_aside: SCRIPT },
    ])
    const without = await shownOf(match.id)
    expect(without.result).toMatchObject({ source: 'votes', voters: HONEST, ballots_set_aside: SCRIPT })
    expect(without.ranking[0]).toMatchObject({ player_id: match.playerIds[0], points: 300, unique_voters: HONEST })
    const inSeason = (id: number | undefined) => without.season.find((row) => row.player_id === id)
    expect(inSeason(match.playerIds[0])).toMatchObject({ total_points: 300, wins: 1 })
    expect(inSeason(match.playerIds.at(-1))).toBeUndefined()
    const ballots = await completeBallots(db, match.id)
    expect(ballots).toHaveLength(HONEST)
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(ballots))
    await rebuildTally(db, match.id)
    expect(await tallyIn(server, match.id)).toEqual(tallyOf(ballots))
    expect((await screen(match.id)).result).toMatchObject({ voters: HONEST, ballots_set_aside: SCRIPT })

    const after = await groupsOf(match.id)
    expect(after.match).toMatchObject({ counted: HONEST, set_aside: SCRIPT })
    expect(after.groups.some(({ key }) => key === `${SCRIPT_NETWORK}`)).toBe(false)
    const [aside] = after.set_aside
    expect(aside).toMatchObject({ dimension: 'network', ballots: SCRIPT, domain: null, reason: REASON })

    expect((await putBack(aside?.id)).json()).toMatchObject({ ballots: SCRIPT, counted: HONEST + SCRIPT, set_aside: 0 })
    expect(await shownOf(match.id)).toEqual(before)
    expect(await tallyIn(server, match.id)).toEqual(tally)
    expect((await groupsOf(match.id)).set_aside).toEqual([])
  })

  test.each(['network_wide', 'account', 'mail_domain', 'podium_minute'] as const)(
    'by %s takes out the ballots that were shown, and nothing else',
    async (dimension) => {
      const match = await stuffed({ honest: 60, script: 50 })
      const group = (await groupsOf(match.id)).groups.find((one) => one.dimension === dimension)
      if (group === undefined) throw new Error(`No group of ${dimension}`)
      const { counted, first } = group.without
      expect((await putAside(match.id, group)).json()).toMatchObject({ ballots: group.ballots, counted })
      const { now, set_aside } = await groupsOf(match.id)
      expect(now).toMatchObject({ counted, first })
      expect(set_aside[0]).toMatchObject({
        dimension,
        account: group.account,
        domain: group.domain,
        minute: group.minute,
      })
      expect((await screen(match.id)).ranking.slice(0, 3).map((row: { player_id: number }) => row.player_id)).toEqual(
        first.map(({ player_id }) => player_id),
      )
    },
  )

  test('no hash of it is stored where it would outlive the evidence', async () => {
    const match = await stuffed({ honest: 20, script: 5 })
    await putAside(match.id, script(5))
    const { db } = server.app
    const row = await db.selectFrom('ballots_set_aside').selectAll().where('match_id', '=', match.id).execute()
    const entry = await db
      .selectFrom('operator_journal')
      .selectAll()
      .where('subject', '=', `match:${match.id}`)
      .execute()
    expect(JSON.stringify([row, entry])).not.toContain(`${SCRIPT_NETWORK}`)
  })

  test('leaves its fans their ballots and experience, and notifies them', async () => {
    const open = await buildMatch(server.app.db)
    const fans = await signInMany(server, 3)
    for (const fan of fans) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    await finish(open.id)
    const group = pick(await groupsOf(open.id), 'network')
    expect((await putAside(open.id, group)).statusCode).toBe(200)
    const [fan] = fans
    const own = await call(server, 'GET', `/api/votes/${open.id}`, { cookie: fan?.cookie ?? '' })
    expect(own.json().vote).toMatchObject({ complete: true, set_aside: { reason: 'operator', review: 'possible' } })
    const profile = await call(server, 'GET', '/api/user_profiles', { cookie: fan?.cookie ?? '' })
    expect(profile.json()).toMatchObject({ xp: 5 })
    expect((await call(server, 'GET', '/api/votes/count', { cookie: fan?.cookie ?? '' })).json()).toEqual({ count: 1 })
  })

  test('cannot change: the ledger refuses ballots of a published match', async () => {
    const open = await buildMatch(server.app.db)
    const fans = await signInMany(server, 3)
    for (const fan of fans) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    await finish(open.id)
    await putAside(open.id, pick(await groupsOf(open.id), 'network'))
    const before = await tallyIn(server, open.id)
    for (const fan of [...fans, ...(await signInMany(server, 1))]) {
      const answer = await cast(server, fan, open.id, open.playerIds.slice(3, 6))
      expect(refusalOf(answer)).toEqual([409, 'vote_closed'])
    }
    expect(await tallyIn(server, open.id)).toEqual(before)
    expect(before.voters).toBe(0)
  })

  test('stays aside when an account behind it ends', async () => {
    const open = await buildMatch(server.app.db)
    const fans = await signInMany(server, 4)
    for (const fan of fans) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    await finish(open.id)
    await putAside(open.id, pick(await groupsOf(open.id), 'network'))
    await endAccount(fans[0])
    const { match, set_aside } = await groupsOf(open.id)
    expect(match).toMatchObject({ counted: 0, set_aside: 4 })
    expect((await putBack(set_aside[0]?.id)).json()).toMatchObject({ ballots: 4, counted: 4, set_aside: 0 })
  })

  test('is journaled with what was before and after', async () => {
    const match = await stuffed({ honest: 30, script: 20 })
    await putAside(match.id, script(20))
    const [aside] = (await groupsOf(match.id)).set_aside
    await putBack(aside?.id)
    const { items } = (
      await call(server, 'GET', `/api/operator_journal?subject=match:${match.id}`, { cookie: admin.cookie })
    ).json()
    const [back, out] = items
    const named = await server.app.db.selectFrom('players_ref').select(['id', 'name']).execute()
    const nameOf = (id: number | undefined) => named.find((player) => player.id === id)?.name
    expect(out).toMatchObject({
      action: 'ballots_set_aside',
      before: {
        counted: 50,
        set_aside: 0,
        first_three: [nameOf(match.playerIds.at(-3)), expect.any(String), expect.any(String)],
      },
      after: { counted: 30, set_aside: 20, dimension: 'network', label: null, ballots: 20, reason: REASON },
    })
    expect(out.after.first_three[0]).toBe(nameOf(match.playerIds[0]))
    expect(back).toMatchObject({ action: 'ballots_taken_back', before: { counted: 30 }, after: out.before })
  })

  test('below ten counted ballots the official ratings rank, and without any nothing does', async () => {
    const rated = await stuffed({ honest: 9, script: 20, rating: 7.2 })
    await putAside(rated.id, script(20))
    expect((await screen(rated.id)).result).toMatchObject({
      source: 'ratings_fallback',
      voters: 9,
      ballots_set_aside: 20,
    })
    const unrated = await stuffed({ honest: 9, script: 20 })
    await putAside(unrated.id, script(20))
    expect(await screen(unrated.id)).toMatchObject({ ranking: [], result: { source: null, reason: 'no_ratings' } })
  })
})

describe('groups that are set aside', () => {
  test('are all reachable, however many, newest first and each once', async () => {
    const match = await stuffed({ honest: 20, script: 5 })
    const rows = Array.from({ length: 120 }, (_, index) => ({
      match_id: match.id,
      dimension: 'mail_domain',
      label: `domaine-${index}.invalid`,
      ballots: 3,
      reason: '',
      created_at: ago(HOUR_MS),
    }))
    for (const row of rows) await server.app.db.insertInto('ballots_set_aside').values(row).execute()
    const first = await groupsOf(match.id)
    expect([first.set_aside.length, first.groups_set_aside]).toEqual([50, 120])
    const domains = first.set_aside.map(({ domain }) => domain)
    for (let before = first.set_aside.at(-1)?.id; before !== undefined && domains.length <= rows.length; ) {
      const path = `/api/ballots_aside?match_id=${match.id}&before=${before}`
      const items = (await call(server, 'GET', path, { cookie: admin.cookie })).json().items as AsideGroup[]
      domains.push(...items.map(({ domain }) => domain))
      before = items.at(-1)?.id
    }
    expect(domains).toEqual(rows.map(({ label }) => label).toReversed())
  })

  test.each(['?match_id=1&before=hier', '?match_id=1&limit=51', '?match_id=un', ''])('%s is refused', async (query) => {
    const answer = await call(server, 'GET', `/api/ballots_aside${query}`, { cookie: admin.cookie })
    expect(refusalOf(answer)).toEqual([400, 'invalid_request'])
  })
})

describe('two operators at once', () => {
  test('set a group aside once, and restore it once', async () => {
    const match = await stuffed({ honest: 30, script: 20 })
    const out = await Promise.all([putAside(match.id, script(20)), putAside(match.id, script(20))])
    expect(out.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    const { set_aside } = await groupsOf(match.id)
    expect(set_aside).toHaveLength(1)
    const back = await Promise.all([putBack(set_aside[0]?.id), putBack(set_aside[0]?.id)])
    expect(back.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect((await groupsOf(match.id)).match).toMatchObject({ counted: 50, set_aside: 0 })
  })

  test('set overlapping groups aside, each ballot once', async () => {
    const match = await stuffed({ honest: 30, script: 20 })
    const domain = pick(await groupsOf(match.id), 'mail_domain', SCRIPT_DOMAIN)
    const answers = await Promise.all([putAside(match.id, script(20)), putAside(match.id, domain)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404])
    expect((await groupsOf(match.id)).match).toMatchObject({ counted: 30, set_aside: 20 })
  })
})

describe('refused, and nothing changes', () => {
  const codeOf = async (answer: ReturnType<typeof putAside>) => refusalOf(await answer)[1]

  test('an unknown match, group or key', async () => {
    const match = await stuffed({ honest: 20, script: 5 })
    const [before, tally] = [await shownOf(match.id), await tallyIn(server, match.id)]
    expect(await codeOf(putAside(1, script(5)))).toBe('match_not_found')
    const unknown = await call(server, 'GET', '/api/ballot_groups?match_id=1', { cookie: admin.cookie })
    expect(refusalOf(unknown)).toEqual([404, 'match_not_found'])
    for (const key of ['1', '', '99999999999999999999', "' OR true --"]) {
      expect(await codeOf(putAside(match.id, { ...script(5), key }))).toBe('ballot_group_unknown')
    }
    expect(await codeOf(putBack('01999999-0000-7000-8000-000000000000'))).toBe('ballot_group_unknown')
    expect(await codeOf(putBack('personne'))).toBe('invalid_request')
    expect([await shownOf(match.id), await tallyIn(server, match.id)]).toEqual([before, tally])
  })

  test('a group smaller than three, or of another size than the operator saw', async () => {
    const match = await stuffed({ honest: 20, script: 2 })
    expect(await codeOf(putAside(match.id, script(2)))).toBe('ballot_group_small')
    const other = await stuffed({ honest: 20, script: 6 })
    expect(await codeOf(putAside(other.id, script(5)))).toBe('changed_meanwhile')
    expect((await groupsOf(other.id)).match).toMatchObject({ counted: 26, set_aside: 0 })
  })

  test.each([
    ['without a reason', undefined],
    ['with an empty one', ' \n '],
    ['with one longer than 300 characters', 'x'.repeat(301)],
  ])('a group %s', async (_what, reason) => {
    const match = await stuffed({ honest: 20, script: 5 })
    expect(await codeOf(post('set-ballots-aside', { match_id: match.id, ...script(5), reason }))).toBe(
      'invalid_request',
    )
    expect((await groupsOf(match.id)).match).toMatchObject({ counted: 25, set_aside: 0 })
  })

  test('a group of more ballots than there can be', async () => {
    const match = await stuffed({ honest: 20, script: 5 })
    for (const ballots of [2 ** 31, Number.MAX_SAFE_INTEGER, 1e300]) {
      expect(await codeOf(putAside(match.id, script(ballots)))).toBe('invalid_request')
    }
    expect(await codeOf(putAside(match.id, script(2 ** 31 - 1)))).toBe('changed_meanwhile')
  })

  test('a group that an ended account has left', async () => {
    const open = await buildMatch(server.app.db)
    const fans = await signInMany(server, 5)
    for (const fan of fans) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    await finish(open.id)
    const group = pick(await groupsOf(open.id), 'network')
    await endAccount(fans[0])
    expect(await codeOf(putAside(open.id, group))).toBe('changed_meanwhile')
    expect((await putAside(open.id, pick(await groupsOf(open.id), 'network'))).json()).toMatchObject({
      ballots: 4,
      counted: 1,
    })
  })

  test('while the vote is open, and until its result is published', async () => {
    const open = await buildMatch(server.app.db)
    for (const fan of await signInMany(server, 3)) await cast(server, fan, open.id, open.playerIds.slice(0, 3))
    const group = pick(await groupsOf(open.id), 'network')
    expect(await codeOf(putAside(open.id, group))).toBe('ballots_still_change')
  })

  test('once the season is over, including ballots to restore', async () => {
    const match = await stuffed({ honest: 20, script: 5 })
    await putAside(match.id, script(5))
    const { set_aside, groups } = await groupsOf(match.id)
    const [group] = groups
    if (group === undefined) throw new Error('No group')
    const season = server.app.db.updateTable('seasons').where('closed_at', 'is', null)
    const { end } = await server.app.seasons.open()
    const ends = async (end_at: Date) => {
      await season.set({ end_at }).execute()
      await server.app.bus.publish('season', {})
    }
    await ends(ago(1))
    expect((await groupsOf(match.id)).bar).toBe('match_season_over')
    expect(await codeOf(putAside(match.id, group))).toBe('match_season_over')
    expect(await codeOf(putBack(set_aside[0]?.id))).toBe('match_season_over')
    await ends(end)
    expect((await groupsOf(match.id)).bar).toBeNull()
  })
})

/** Closes an open match long ago, and publishes its result. */
async function finish(id: number): Promise<void> {
  const window = { finished_at: ago(2 * HOUR_MS), votes_close_at: ago(HOUR_MS) }
  await server.app.db
    .updateTable('matches')
    .set({ status: 'finished', ...window })
    .where('id', '=', id)
    .execute()
  expect(await publishDueMatches(server.app)).toContain(id)
}

async function endAccount(fan: SignedIn | undefined): Promise<void> {
  const answer = await call(server, 'POST', '/api/functions/delete-user-account', {
    cookie: fan?.cookie ?? '',
    body: DELETION_CONFIRMATION,
  })
  expect(answer.statusCode).toBe(200)
}
