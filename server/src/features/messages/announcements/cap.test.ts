import { expect, test } from 'vitest'
import { buildMatch, finishMatch } from '../../../testing/builders.ts'
import { signInMany, signInOne } from '../../../testing/people.ts'
import { pushServerForFile } from '../../../testing/push.ts'
import { publishDueMatches } from '../../results/rankings/service.ts'
import { planPushes, sendPushes } from './jobs.ts'

const world = pushServerForFile()

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

test('messages that were not sent take nothing of the cap, and those that wait for the end of quiet hours do', async () => {
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
