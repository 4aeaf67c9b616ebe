import {
  footballApi,
  getHomeFixture,
  getHomeMatches,
  getMatchScreen,
  getMatchWinners,
  listHomeFixtures,
  listMatches,
  listMatchLineups,
  listMatchPlayerPoints,
} from '@tribune/contract/matches.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import { matchTimeline } from '@tribune/domain/matches/timeline.ts'
import { isMatchPublished } from '@tribune/domain/results/publication.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { aliasesAmong } from '../../common/aliases/queries.ts'
import {
  isoOrNull,
  presentAttempt,
  presentHome,
  presentMatch,
  presentPlayer,
  presentPoints,
  presentResult,
} from './present.ts'
import {
  allAppearances,
  allPoints,
  homeRow,
  homeRows,
  kitsOf,
  type LineupRow,
  lineupOf,
  listedMatches,
  type MatchRow,
  matchRow,
  pointsOfPlayer,
  publishedPoints,
  storedEvents,
  winnersSince,
} from './queries.ts'
import { CurrentMatches } from './service.ts'

/** Maximum number of points rows that a player's page reads (spec section 7). */
const PLAYER_POINTS_LIMIT = 9_999

/** Maximum number of rows of a window that no screen requests: the server builds such a list for a single caller. */
const OWN_WINDOW_LIMIT = 1_000

/** Maximum age of a cached home list. It expires even without a change, because its window moves with the clock. */
const HOME_MAX_AGE_MS = 60_000
const MATCH_MAX_AGE_MS = 600_000

export function registerMatches(route: Router, app: App): undefined {
  registerHome(route, app)
  registerMatchLists(route, app)
  registerPlayersOfMatches(route, app)
  registerMatchScreen(route, app)
}

/** Matches as home and the history show them: a window of time, a filtered list, or a single match. */
function registerHome(route: Router, app: App): void {
  const { db, snapshots, clock } = app

  route(getHomeMatches, async ({ query, isKnown, request, reply }) => {
    const { window_past_minutes: past, window_future_minutes: future } = query
    const build = async () => {
      const now = clock.now().getTime()
      const from = new Date(now - past * MINUTE_MS)
      const to = new Date(now + future * MINUTE_MS)
      const limit = isKnown ? undefined : OWN_WINDOW_LIMIT
      const rows = await homeRows(db, { from, to, order: 'desc', isHistory: future === 0, limit })
      return getHomeMatches.output.parse({ items: rows.reverse().map(presentHome), ...app.backfill.note })
    }
    const key = `home:${past}:${future}`
    const wanted = { key, tags: ['home'], maxAgeMs: HOME_MAX_AGE_MS, build, isExempt: isKnown, isByAddress: isKnown }
    return snapshots.send(wanted, request, reply)
  })

  route(listHomeFixtures, async ({ query, read }) => {
    const wanted = {
      ids: query.match_ids,
      status: query.status,
      competitionId: query.competition_id,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      order: query.order,
      limit: query.limit,
      isHistory: query.match_ids === undefined && query.status === 'finished',
    }
    return { items: (await read(() => homeRows(db, wanted), query.match_ids?.length)).map(presentHome) }
  })

  route(getHomeFixture, async ({ params, read }) => {
    const row = await read(() => homeRow(db, params.match_id))
    if (row === undefined) throw new Refusal('match_not_found')
    return presentHome(row)
  })
}

function registerMatchLists(route: Router, { db, snapshots, clock }: App): void {
  route(getMatchWinners, async ({ query: { window_past_minutes: past }, isKnown, request, reply }) => {
    const since = () => new Date(clock.now().getTime() - past * MINUTE_MS)
    const build = async () => getMatchWinners.output.parse({ items: await winnersSince(db, since()) })
    const shared = { key: `winners:${past}`, tags: ['season'], maxAgeMs: MATCH_MAX_AGE_MS, build }
    const wanted = { ...shared, isExempt: isKnown, isByAddress: isKnown }
    return snapshots.send(wanted, request, reply)
  })

  route(listMatches, async ({ query, read }) => {
    const rows = await read(() => listedMatches(db, query.ids), query.ids.length)
    return { items: rows.map(presentMatch) }
  })
}

/** Lineups of one match and points of one match or player, or a range of the rows of all matches. */
function registerPlayersOfMatches(route: Router, { db, snapshots }: App): void {
  route(listMatchLineups, async ({ query, request, reply, read }) => {
    if ('from' in query) {
      const build = async () => ({ items: await allAppearances(db, query) })
      return snapshots.send({ ...wholeRange('lineups', query), build }, request, reply)
    }
    return read(async () => {
      const match = await matchRow(db, query.match_id)
      if (match === undefined) throw new Refusal('match_not_found')
      const published = isMatchPublished(match)
      return { items: (await lineupOf(db, query.match_id)).map((row) => presentPlayer(row, published)) }
    })
  })

  route(listMatchPlayerPoints, async ({ query, request, reply, read }) => {
    if ('from' in query) {
      const build = async () => ({ items: await allPoints(db, query) })
      return snapshots.send({ ...wholeRange('points', query), build }, request, reply)
    }
    const rows = await read(() =>
      'match_id' in query
        ? publishedPoints(db, query.match_id, query.limit)
        : pointsOfPlayer(db, query.player_id, PLAYER_POINTS_LIMIT),
    )
    return { items: rows.map(presentPoints) }
  })
}

/** One match with its players, for its screen and for `football-api`. */
function registerMatchScreen(route: Router, app: App): void {
  const { db, snapshots } = app
  const current = new CurrentMatches(app)

  route(getMatchScreen, async ({ query, request, reply }) => {
    const id = query.match_id
    const build = async () => getMatchScreen.output.parse(await matchScreenOf(app, id))
    const isExempt = () => current.has(id)
    const key = `match:${id}`
    const wanted = { key, tags: [key], maxAgeMs: MATCH_MAX_AGE_MS, build, isExempt, isByAddress: true }
    return snapshots.send(wanted, request, reply)
  })

  // Answers from stored data: no request waits for the provider, or adds a row to `edge_metrics`.
  route(footballApi, async ({ query, read }) => {
    const [home, lineup] = await read(() => Promise.all([homeRow(db, query.match_id), lineupOf(db, query.match_id)]))
    if (home === undefined) throw new Refusal('match_not_found')
    const players = lineup.map((player) => ({
      id: player.player_id,
      name: player.player_name,
      photo: ownPicture('players', player.player_id, player.photo_url),
      team: player.player_team,
    }))
    const { status, minute, home_team, away_team, home_score, away_score, shootout } = presentHome(home)
    const details =
      query.fn === 'match_details' ? { status, minute, home_team, away_team, home_score, away_score, shootout } : null
    return { match_id: query.match_id, players, details }
  })
}

/** Returns the settings of a range's snapshot. The range is large, and many read it at once when the season ranking fails. A result drops the snapshot. */
function wholeRange(table: string, { from, to }: { from: number; to: number }) {
  return { key: `${table}:${from}:${to}`, tags: ['season'], maxAgeMs: MATCH_MAX_AGE_MS }
}

async function matchScreenOf({ db }: App, id: number) {
  const [home, match, players, ranking, [list], kits] = await Promise.all([
    homeRow(db, id),
    matchRow(db, id),
    lineupOf(db, id),
    publishedPoints(db, id),
    storedEvents(db, [id]),
    kitsOf(db, id),
  ])
  if (home === undefined || match === undefined) throw new Refusal('match_not_found')
  const published = isMatchPublished(match)
  return {
    match: presentHome(home),
    kits,
    players: players.map((row) => presentPlayer(row, published)),
    events: await timelineOf(db, match, players, list?.events ?? []),
    ranking: ranking.map(presentPoints),
    result: presentResult(match),
    votes_open: match.votes_open,
    votes_close_at: isoOrNull(match.votes_close_at),
    ...presentAttempt(match),
  }
}

/** Returns a match's events; persons whom the feed names there by an id that the operator has merged are found as well. */
async function timelineOf(db: Db, match: MatchRow, players: readonly LineupRow[], events: readonly ReportedEvent[]) {
  const listed = new Set(players.map(({ player_id }) => player_id))
  const ids = events.flatMap(({ player, other }) => [player.id, other.id]).filter((id) => id !== null)
  const unlisted = [...new Set(ids)].filter((id) => !listed.has(id))
  return matchTimeline(events, match, players, unlisted.length === 0 ? [] : await aliasesAmong(db, unlisted))
}
