import { expect, test } from 'vitest'
import { call } from '../../../testing/app.ts'
import { cast } from '../../../testing/ballots.ts'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { ORIGIN } from '../../../testing/constants.ts'
import { signInMany, signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { planPushes, sendPushes } from './jobs.ts'
import { forgetOccasions } from './queries.ts'

const world = pushServerForFile()

test('a follower of a club is notified once that the vote is open, on each of their devices', async () => {
  const [fan, other] = await signInMany(world.server, 2)
  const [phone, desk, elsewhere] = [
    await world.subscribe(fan),
    await world.subscribe(fan),
    await world.subscribe(other),
  ]
  const match = await buildMatch(world.server.app.db, {
    ...world.startedNow(),
    home: 'FC Rive',
    away: 'Stade Aval',
    score: [2, 1],
  })
  await world.followClub(fan, match)
  await world.pass()
  await world.pass()
  for (const browser of [phone, desk]) {
    expect(world.readBy(browser)).toMatchObject([
      {
        title: 'Le vote est ouvert',
        body: 'FC Rive\u00a0– Stade Aval\u00a0: élis les trois meilleurs.',
        navigate: expect.stringMatching(new RegExp(`^${ORIGIN}/match/${match.id}#message=opening\\.`)),
      },
    ])
  }
  expect(world.readBy(elsewhere)).toEqual([])
})

test('an opening goes only to followers of its clubs, even if it is noticed after the whistle', async () => {
  const [fan, wide] = await signInMany(world.server, 2)
  const [near, far] = [await world.subscribe(fan), await world.subscribe(wide)]
  const { db } = world.server.app
  await db.insertInto('follows').values({ user_id: wide.id, kind: 'competition', target_id: 61 }).execute()
  const match = await buildMatch(db, world.startedNow())
  await world.followClub(fan, match)
  await finishMatch(db, match.id, world.minutesAgo(20))
  await world.pass()
  expect([world.readBy(near).length, world.readBy(far).length]).toEqual([1, 0])
})

test('a fan whose right to vote is closed is not asked to vote', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.server.app.db
    .updateTable('auth.user')
    .set({ voting_closed_at: world.server.clock.now(), voting_closed_reason: 'stuffing' })
    .where('id', '=', fan.id)
    .execute()
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toEqual([])
})

test('an opening that waits is not sent once its fan has voted, or lost the right to', async () => {
  const [voter, barred] = await signInMany(world.server, 2)
  const browsers = [await world.subscribe(voter), await world.subscribe(barred)]
  const { db } = world.server.app
  const match = await buildMatch(db, world.startedNow())
  for (const fan of [voter, barred]) await world.followClub(fan, match)
  await planPushes(world.server.app)
  await cast(world.server, voter, match.id, match.playerIds.slice(0, 3))
  const closed = { voting_closed_at: world.server.clock.now(), voting_closed_reason: 'stuffing' }
  await db.updateTable('auth.user').set(closed).where('id', '=', barred.id).execute()
  await sendPushes(world.server.app)
  expect(browsers.map((browser) => world.readBy(browser))).toEqual([[], []])
})

test.each(['club', 'player', 'competition'] as const)(
  'a result that waits for the end of quiet hours is not sent to a fan who has unfollowed its %s, unless they voted',
  async (kind) => {
    const [fan, voter, loyal] = await signInMany(world.server, 3)
    const fans = [fan, voter, loyal]
    const browsers = [await world.subscribe(fan), await world.subscribe(voter), await world.subscribe(loyal)]
    const { db } = world.server.app
    const match = await buildMatch(db, { ...world.startedNow(), rating: 7 })
    const { home_team_id: club, competition_id: competition } = await db
      .selectFrom('matches')
      .select(['home_team_id', 'competition_id'])
      .where('id', '=', match.id)
      .executeTakeFirstOrThrow()
    const id = { club, competition, player: match.playerIds[0] }[kind]
    await cast(world.server, voter, match.id, match.playerIds.slice(0, 2))
    for (const one of fans) {
      await world.choose(one, { quiet_from: 11 * 60, quiet_until: 20 * 60 })
      await call(world.server, 'PUT', `/api/follows/${kind}/${id}`, { cookie: one.cookie })
    }
    await finishMatch(db, match.id, world.minutesAgo(61))
    await publishDueMatches(world.server.app)
    await planPushes(world.server.app)
    for (const { cookie } of [fan, voter]) await call(world.server, 'DELETE', `/api/follows/${kind}/${id}`, { cookie })
    const advance = 9 * 3_600_000
    world.server.clock.advance(advance)
    await sendPushes(world.server.app)
    world.server.clock.advance(-advance)
    expect(browsers.map((browser) => world.readBy(browser).length)).toEqual([0, 1, 1])
  },
)

test('a device whose session has expired is sent nothing, before the night deletes it too', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const { db } = world.server.app
  await db
    .updateTable('auth.session')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('user_id', '=', fan.id)
    .execute()
  await world.followClub(fan, await buildMatch(db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toEqual([])
})

/** Ends a match an hour ago and publishes it, and passes when its results are due. */
test('a result also goes to followers of its competition and players, unless the competition is hidden', async () => {
  const [wide, personal] = await signInMany(world.server, 2)
  const [ofLeague, ofPlayer] = [await world.subscribe(wide), await world.subscribe(personal)]
  const { db } = world.server.app
  for (const target_id of [61, 39])
    await db.insertInto('follows').values({ user_id: wide.id, kind: 'competition', target_id }).execute()
  const match = await buildMatch(db, { ...world.startedNow(), rating: 7 })
  const [target_id = 0] = match.playerIds
  await db.insertInto('follows').values({ user_id: personal.id, kind: 'player', target_id }).execute()
  const hidden = await buildMatch(db, { ...world.startedNow(), competitionId: 39, rating: 7 })
  await db.updateTable('available_competitions').set({ enabled: false }).where('id', '=', 39).execute()
  for (const one of [match, hidden]) await world.publish(one)
  await db.updateTable('available_competitions').set({ enabled: true }).where('id', '=', 39).execute()
  expect([world.readBy(ofLeague).length, world.readBy(ofPlayer).length]).toEqual([1, 1])
})

test('a match without points has no result to announce', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  await cast(world.server, fan, match.id, match.playerIds.slice(0, 3))
  await world.publish(match)
  expect(world.readBy(browser)).toEqual([])
})

test.each([
  ['Plus que 10\u00a0minutes', 50],
  ['Plus que 4\u00a0minutes', 56.5],
])('an incomplete ballot is reminded of before the end, a complete one is not: %s', async (title, finishedAgo) => {
  const [open, done] = await signInMany(world.server, 2)
  const [reminded, spared] = [await world.subscribe(open), await world.subscribe(done)]
  const match = await buildMatch(world.server.app.db, { ...world.startedNow(), home: 'FC Rive', away: 'Stade Aval' })
  await cast(world.server, open, match.id, match.playerIds.slice(0, 2))
  await cast(world.server, done, match.id, match.playerIds.slice(0, 3))
  await finishMatch(world.server.app.db, match.id, world.minutesAgo(finishedAgo))
  await world.pass()
  expect(world.readBy(reminded)).toMatchObject([
    { title, body: 'Ton podium de FC Rive\u00a0– Stade Aval est incomplet.' },
  ])
  expect(world.readBy(spared)).toEqual([])
})

test('a result is announced to voters after 30 s at least, and gives nothing away unless wished, then all who share the first rank', async () => {
  const [shy, curious] = await signInMany(world.server, 2)
  const [plain, spoiled] = [await world.subscribe(shy), await world.subscribe(curious)]
  await world.choose(curious, { spoilers: true })
  const sketch = {
    ...world.startedNow(),
    home: 'FC Rive',
    away: 'Stade Aval',
    score: [2, 1],
    rating: 7.1,
  } as const
  const match = await buildMatch(world.server.app.db, sketch)
  // Too few ballots: ratings rank, and the best two share the first rank.
  const best = match.playerIds.slice(0, 2)
  await world.server.app.db.updateTable('match_lineups').set({ rating: 8 }).where('player_id', 'in', best).execute()
  for (const fan of [shy, curious]) await cast(world.server, fan, match.id, match.playerIds.slice(0, 3))
  await finishMatch(world.server.app.db, match.id, world.minutesAgo(61))
  await publishDueMatches(world.server.app)
  await world.pass()
  expect(world.readBy(plain)).toEqual([])
  world.server.clock.advance(61_000)
  await world.pass()
  expect(world.readBy(plain)).toMatchObject([
    { title: 'Résultat', body: 'Le podium de FC Rive\u00a0– Stade Aval est publié.' },
  ])
  const first = world.server.app.db
    .selectFrom('match_player_points')
    .where('match_id', '=', match.id)
    .where('rank', '=', 1)
  const winners = await first.select('player_name').orderBy('player_name').execute()
  const [one, other] = winners.map(({ player_name }) => player_name)
  const won = `${one} et ${other} en tête du podium de FC Rive 2\u00a0– 1 Stade Aval.`
  expect(world.readBy(spoiled)).toMatchObject([{ body: won }])
})

test('an opening that was delayed until the vote has closed is not sent', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const match = await buildMatch(world.server.app.db, world.startedNow())
  await world.followClub(fan, match)
  await planPushes(world.server.app)
  await finishMatch(world.server.app.db, match.id, world.minutesAgo(60))
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toEqual([])
})

test('a result that is delayed into quiet hours waits for their end', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const match = await buildMatch(world.server.app.db, { ...world.startedNow(), rating: 7 })
  await world.followClub(fan, match)
  await planPushes(world.server.app)
  await finishMatch(world.server.app.db, match.id, world.minutesAgo(61))
  await publishDueMatches(world.server.app)
  await planPushes(world.server.app)
  const now = world.server.clock.now()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  await world.choose(fan, { quiet_from: minute, quiet_until: minute + 10, time_zone: 'UTC' })
  await world.server.app.db.deleteFrom('push_messages').where('due_at', '<=', now).execute()
  world.server.clock.advance(61_000)
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toEqual([])
  world.server.clock.advance(10 * 60_000)
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toMatchObject([{ title: 'Résultat' }])
})

test('a subscription that its service no longer knows is removed, the fan’s others stay', async () => {
  const fan = await signInOne(world.server)
  const [dead, alive] = [await world.subscribe(fan), await world.subscribe(fan)]
  world.services.end(dead.endpoint)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(alive)).toHaveLength(1)
  const { items } = (await call(world.server, 'GET', '/api/me/push', { cookie: fan.cookie })).json() as {
    items: object[]
  }
  expect(items).toMatchObject([{ service: 'push.example', last_success: expect.any(String) }])
})

test('a subscription refused eight times in a row is given up', async () => {
  const fan = await signInOne(world.server)
  await world.subscribe(fan)
  const subscriptions = world.server.app.db
    .selectFrom('push_subscriptions')
    .select('failures')
    .where('user_id', '=', fan.id)
  await world.server.app.db
    .updateTable('push_subscriptions')
    .set({ failures: 6 })
    .where('user_id', '=', fan.id)
    .execute()
  const refuse = async () => {
    await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
    world.services.fail(413, 1)
    await world.pass()
    return subscriptions.execute()
  }
  expect(await refuse()).toEqual([{ failures: 7 }])
  expect(await refuse()).toEqual([])
})

test('a busy service is asked again later, not sooner than it wishes', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  world.services.fail(429, 1, 60)
  await world.pass()
  world.server.clock.advance(50_000)
  await world.pass()
  expect(world.readBy(browser)).toEqual([])
  world.server.clock.advance(11_000)
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(1)
})

test('all messages are deleted with the account, and after a week', async () => {
  const fan = await signInOne(world.server)
  await world.subscribe(fan)
  await world.choose(fan, {})
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  const { db } = world.server.app
  const count = async (table: 'push_subscriptions' | 'push_settings' | 'push_messages') =>
    (await db.selectFrom(table).selectAll().where('user_id', '=', fan.id).execute()).length
  expect(await count('push_messages')).toBe(1)
  await forgetOccasions(db, new Date(world.server.clock.now().getTime() + 1_000))
  expect(await count('push_messages')).toBe(0)
  await db.deleteFrom('auth.user').where('id', '=', fan.id).execute()
  expect([await count('push_subscriptions'), await count('push_settings')]).toEqual([0, 0])
})

test('a fan gets no more messages a day than their cap', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  await world.choose(fan, { max_a_day: 2 })
  for (const _ of [1, 2, 3]) await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(2)
  world.server.clock.advance(25 * 3_600_000)
  await world.followClub(fan, await buildMatch(world.server.app.db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toHaveLength(3)
})

test('messages that were not sent do not count against the cap, and those that wait for the end of quiet hours do', async () => {
  const fan = await signInOne(world.server)
  const browser = await world.subscribe(fan)
  const { clock } = world.server
  const { db } = world.server.app
  await world.choose(fan, { max_a_day: 1 })
  await world.followClub(fan, await buildMatch(db, world.startedNow()))
  await planPushes(world.server.app)
  await world.choose(fan, { max_a_day: 1, opening: false })
  await sendPushes(world.server.app)
  await world.choose(fan, { max_a_day: 1 })
  const match = await buildMatch(db, { ...world.startedNow(), rating: 7 })
  await world.followClub(fan, match)
  const now = clock.now()
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  await finishMatch(db, match.id, world.minutesAgo(61))
  await publishDueMatches(world.server.app)
  const quiet = { max_a_day: 1, quiet_from: minute, quiet_until: (minute + 120) % 1440, time_zone: 'UTC' }
  await world.choose(fan, quiet)
  await planPushes(world.server.app)
  await world.choose(fan, { max_a_day: 1 })
  await world.followClub(fan, await buildMatch(db, world.startedNow()))
  await world.pass()
  expect(world.readBy(browser)).toEqual([])
  clock.advance(122 * 60_000)
  await sendPushes(world.server.app)
  expect(world.readBy(browser)).toMatchObject([{ title: 'Résultat' }])
})

test('results of a followed competition leave half of the cap to a fan’s clubs', async () => {
  const [wide, close] = await signInMany(world.server, 2)
  const [ofLeague, ofClub] = [await world.subscribe(wide), await world.subscribe(close)]
  const { db } = world.server.app
  for (const fan of [wide, close]) {
    await world.choose(fan, { max_a_day: 2 })
    await db.insertInto('follows').values({ user_id: fan.id, kind: 'competition', target_id: 61 }).execute()
  }
  await db.insertInto('follows').values({ user_id: close.id, kind: 'club', target_id: 999_999 }).execute()
  for (const _ of [1, 2, 3]) await world.publish(await buildMatch(db, { ...world.startedNow(), rating: 7 }))
  expect([world.readBy(ofLeague).length, world.readBy(ofClub).length]).toEqual([2, 1])
  await world.followClub(close, await buildMatch(db, world.startedNow()))
  await world.pass()
  expect(world.readBy(ofClub).at(-1)).toMatchObject({ title: 'Le vote est ouvert' })
})
