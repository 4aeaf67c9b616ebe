import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { normaliseSearch } from '@tribune/domain/common/search.ts'
import type { App } from '@tribune/server/context.ts'
import { ingestMatches } from '@tribune/server/features/feed/ingestion/service.ts'
import { publishDue } from '@tribune/server/features/feed/publication/jobs.ts'
import { planPushes, sendPushes } from '@tribune/server/features/messages/announcements/jobs.ts'
import { rebuildSeason } from '@tribune/server/features/season/season-ranking/service.ts'
import { buildEvents, buildMatch, finishMatch, nextId } from '@tribune/server/testing/builders.ts'
import { buildCareer, type CareerSketch } from '@tribune/server/testing/career.ts'
import type { ShiftedClock } from '@tribune/server/testing/clock.ts'
import { feedMatch } from '@tribune/server/testing/feed.ts'
import { signInOne } from '@tribune/server/testing/people.ts'
import { stuffMatch } from '@tribune/server/testing/stuffing.ts'
import type { MatchChange, MatchReading, MatchState, StateOrder } from './orders.ts'

interface Product {
  readonly url: string
  readonly app: App
  readonly clock: ShiftedClock
}

/** Creates states that the demonstration does not show by itself, in the running product's database. */
export async function bringAbout(product: Product, order: StateOrder): Promise<unknown> {
  switch (order.do) {
    case 'build':
      return build(product, order.state)
    case 'change':
      return change(product, order.matchId, order.change)
    case 'report':
      return report(product, order.matchId, order.reading)
    case 'finish':
      return finish(product, order.matchId, order.minutesAgo)
    case 'fan':
      return signInOne(product, order.verified)
    case 'age':
      return age(product, order.fanId, order.minutes)
    case 'strike':
      return strike(product, order)
    case 'vote':
      return vote(product, order.matchId, order.podiums)
    case 'stuff':
      return stuff(product, order)
    case 'career':
      return career(product, order.sketch)
    case 'season':
      return growSeason(product, order.names)
  }
}

async function build(product: Product, state: MatchState) {
  const { kickoffIn = -80, observedAgo, finishedAgo, postponedFor, ...sketch } = state
  const inMinutes = (minutes: number) => new Date(product.clock.now().getTime() + minutes * MINUTE_MS)
  const match = await buildMatch(product.app.db, {
    ...sketch,
    kickoffAt: inMinutes(kickoffIn),
    ...(observedAgo === undefined ? {} : { observedAt: inMinutes(-observedAgo) }),
    ...(finishedAgo === undefined ? {} : { finishedAt: inMinutes(-finishedAgo) }),
    ...(postponedFor === undefined ? {} : { postponedUntil: inMinutes(postponedFor) }),
  })
  await publishChange(product, match.id)
  return match
}

async function change(product: Product, id: number, news: MatchChange): Promise<null> {
  const { status, minute, score, extra, period, events } = news
  const window = voteWindow({ status: 'live', minute: minute ?? null, finished_at: null })
  await product.app.db
    .updateTable('matches')
    .set({
      ...(status === undefined ? {} : { status, votes_open: false }),
      ...(status === 'upcoming' || status === 'postponed' ? { minute: null, extra: null, started_at: null } : {}),
      ...(minute === undefined ? {} : { minute, votes_open: window.open, votes_close_at: window.closes_at }),
      ...(score === undefined ? {} : { home_score: score[0], away_score: score[1] }),
      ...(extra === undefined ? {} : { extra }),
      ...(period === undefined ? {} : { raw_status: period }),
      updated_at: product.clock.now(),
    })
    .where('id', '=', id)
    .execute()
  if (events !== undefined) await buildEvents(product.app.db, id, events)
  await publishChange(product, id)
  return null
}

/** Applies a reading of a match in play, as if the feed had been read then. */
async function report({ app, clock }: Product, id: number, reading: MatchReading): Promise<null> {
  const { period, minute, kickoffIn, observedAgo } = reading
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS)
  const { home_team_id, away_team_id, competition_id } = await app.db
    .selectFrom('matches')
    .select(['home_team_id', 'away_team_id', 'competition_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const seen = feedMatch(inMinutes(-observedAgo), {
    id,
    rawStatus: period,
    minute,
    kickoffAt: inMinutes(kickoffIn),
    home: { id: home_team_id, name: '', logo: null },
    away: { id: away_team_id, name: '', logo: null },
  })
  await ingestMatches(app, [{ ...seen, competition: { ...seen.competition, id: competition_id } }])
  return null
}

/** Ends a match and, if its window has passed by now, publishes the result; sends the push messages that are due then. */
async function finish(product: Product, id: number, minutesAgo: number): Promise<null> {
  await finishMatch(product.app.db, id, new Date(product.clock.now().getTime() - minutesAgo * MINUTE_MS))
  await publishChange(product, id)
  await publishDue(product.app)
  await planPushes(product.app)
  await sendPushes(product.app)
  return null
}

/** Dates the sessions of a fan back, as if they had signed in so long ago. */
async function age({ app, clock }: Product, fanId: string, minutes: number): Promise<null> {
  const created_at = new Date(clock.now().getTime() - minutes * MINUTE_MS)
  await app.db.updateTable('auth.session').set({ created_at }).where('user_id', '=', fanId).execute()
  await app.bus.publish('fan', { id: fanId })
  return null
}

/** Strikes a player, as when two readings agree: ballots keep their picks. */
async function strike(
  product: Product,
  { matchId, playerId, how }: Extract<StateOrder, { do: 'strike' }>,
): Promise<null> {
  const { db } = product.app
  if (how === 'unlisted') {
    await db.deleteFrom('match_lineups').where('match_id', '=', matchId).where('player_id', '=', playerId).execute()
  } else {
    const idle = db.updateTable('match_lineups').set({ minutes_played: 0 })
    await idle.where('match_id', '=', matchId).where('player_id', '=', playerId).execute()
  }
  await publishChange(product, matchId)
  return null
}

/** Casts each podium by a fan of its own, through the API. */
async function vote(product: Product, matchId: number, podiums: readonly (readonly number[])[]): Promise<null> {
  for (const podium of podiums) {
    const { cookie } = await signInOne(product)
    const answer = await fetch(`${product.url}/api/votes/${matchId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ top3: podium.map((player_id, index) => ({ position: index + 1, player_id })) }),
    })
    if (!answer.ok) throw new Error(`A ballot was answered ${answer.status}: ${await answer.text()}`)
  }
  return null
}

/** Stores the ballots of honest fans and of a script, cast in the last half hour. */
async function stuff({ app, clock }: Product, order: Extract<StateOrder, { do: 'stuff' }>): Promise<null> {
  const at = new Date(clock.now().getTime() - 30 * MINUTE_MS)
  await stuffMatch(app.db, order.match, { honest: order.honest, script: order.script, at })
  return null
}

/** Builds a player with their matches, and the resulting season. */
async function career({ app, clock }: Product, sketch: CareerSketch) {
  const built = await buildCareer(app.db, clock.now(), sketch)
  await rebuildSeason(app)
  await app.bus.publish('season', {})
  await app.bus.publish('matches', { ids: [...built.matchIds] })
  return built
}

/** Adds players at the end of the season's ranking, with one point each. Returns their ids. */
async function growSeason({ app }: Product, names: readonly string[]): Promise<number[]> {
  const players = names.map((name) => ({ id: nextId(), name }))
  const { id: season_id } = await app.seasons.open()
  const { count } = await app.db
    .selectFrom('season_player_points')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('season_id', '=', season_id)
    .executeTakeFirstOrThrow()
  const rank = Number(count) + 1
  for (let start = 0; start < players.length; start += 1_000) {
    const part = players.slice(start, start + 1_000)
    await app.db.insertInto('players_ref').values(part).execute()
    const rows = part.map(({ id, name }) => ({
      season_id,
      player_id: id,
      player_name: name,
      last_team: 'FC Rive',
      search_name: normaliseSearch(name),
      matches_played: 1,
      total_points: 1,
      wins: 0,
      podiums: 0,
      rank,
    }))
    await app.db.insertInto('season_player_points').values(rows).execute()
  }
  await app.bus.publish('season', {})
  return players.map(({ id }) => id)
}

async function publishChange({ app }: Product, id: number): Promise<void> {
  await app.bus.publish('matches', { ids: [id] })
  await app.bus.publish('lineups', { ids: [id] })
}
