import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { Random } from '@tribune/football/simulator/random.ts'
import type { App } from '../../context.ts'
import { rebuildTally } from '../../features/ballots/tally/queries.ts'
import { bucketOf } from '../../infra/database/ballot-bucket.ts'
import type { Person } from './people.ts'

/** Share of finished matches with enough ballots; the others fall back on the official ratings. */
const SHARE_OF_MATCHES = 0.8
const FEWEST_VOTERS = 8
/** Older matches have no ballots. A limit by day, so that the same matches have them however often the backfill is interrupted. */
export const BALLOT_DAYS = 8
/** Minutes from kick-off to the 60th minute of play: stoppage and half-time. */
const OPENING_MINUTES = VOTE_OPENING_MINUTE + 18
/** Greater values bring more ballots soon after the opening. */
const HURRY = 1.6

interface Candidate {
  readonly match_id: number
  readonly player_id: number
  readonly rating: number | null
}

/** A candidate with the times of their match. */
interface PastPlayer extends Candidate {
  readonly kickoff: Date
  readonly votes_close_at: Date | null
}

/** Casts ballots of simulated supporters on past matches that are not published yet. Returns their number. */
export async function castPastBallots(app: App, crowd: readonly Person[]): Promise<number> {
  if (crowd.length === 0) return 0
  const now = app.clock.now()
  const oldest = new Date(Math.floor(now.getTime() / DAY_MS - BALLOT_DAYS) * DAY_MS)
  const candidates = await app.db
    .selectFrom('match_lineups as l')
    .innerJoin('matches as m', 'm.id', 'l.match_id')
    .select(['l.match_id', 'l.player_id', 'l.rating', 'm.votes_close_at'])
    .select(({ fn }) => fn.coalesce('m.started_at', 'm.match_date').as('kickoff'))
    .where('m.status', '=', 'finished')
    .where('m.published_at', 'is', null)
    .where('m.votes_close_at', '<=', now)
    .where('m.match_date', '>=', oldest)
    .where((eb) => eb.or([eb('l.minutes_played', '>', 0), eb('l.minutes_played', 'is', null)]))
    .orderBy('l.match_id')
    .orderBy('l.player_id')
    .execute()
  let cast = 0
  for (const [matchId, players] of Map.groupBy(candidates, (row) => row.match_id)) {
    const random = new Random('past-ballots', matchId)
    if (players.length < 3 || random.next() > SHARE_OF_MATCHES) continue
    const voters = crowd.slice(0, FEWEST_VOTERS + Math.floor(random.next() * (crowd.length - FEWEST_VOTERS + 1)))
    const moments = new Random('moments-of-past-ballots', matchId)
    const rows = voters.map((person) => ({
      ...ballotRow(
        person.id,
        matchId,
        pickThree(players, () => random.next()),
      ),
      ...castAt(players[0], moments.next()),
    }))
    await app.db
      .insertInto('votes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await rebuildTally(app.db, matchId)
    cast += rows.length
  }
  return cast
}

/** Dates a ballot within the voting window of its match, at this share of it (0 to 1). */
function castAt(player: PastPlayer | undefined, share: number) {
  if (player?.votes_close_at == null) return {}
  const closes = player.votes_close_at.getTime()
  const opens = Math.min(
    player.kickoff.getTime() + OPENING_MINUTES * MINUTE_MS,
    closes - VOTE_CLOSING_MINUTES * MINUTE_MS,
  )
  const at = new Date(Math.floor(opens + (closes - opens) * share ** HURRY))
  return { created_at: at, updated_at: at }
}

function ballotRow(userId: string, matchId: number, [first, second, third]: readonly number[]) {
  return {
    bucket: bucketOf(userId),
    user_id: userId,
    match_id: matchId,
    first_id: first ?? null,
    second_id: second ?? null,
    third_id: third ?? null,
    xp: 5,
  }
}

/** Picks three distinct players, better rated ones more often. */
export function pickThree(players: readonly Candidate[], next: () => number): number[] {
  const left = players.map((player) => ({ id: player.player_id, weight: 2 ** ((player.rating ?? 6.5) * 2) }))
  const picked: number[] = []
  while (picked.length < 3 && left.length > 0) {
    let at = next() * left.reduce((sum, player) => sum + player.weight, 0)
    const index = left.findIndex((player) => {
      at -= player.weight
      return at <= 0
    })
    const [player] = left.splice(Math.max(index, 0), 1)
    if (player !== undefined) picked.push(player.id)
  }
  return picked
}
