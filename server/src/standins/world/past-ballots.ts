import { DAY_MS } from '@tribune/domain/instant.ts'
import { Random } from '@tribune/football/simulator/random.ts'
import type { App } from '../../context.ts'
import { rebuildTally } from '../../features/rankings/queries.ts'
import type { Person } from './people.ts'

/** Four finished matches of five drew enough supporters; the others fall back on the official ratings. */
const SHARE_OF_MATCHES = 0.8
const FEWEST_VOTERS = 8
/** Older matches have no ballots. A limit by day: however often filling was interrupted, the same matches have them. */
const BALLOT_DAYS = 8

interface Candidate {
  readonly match_id: number
  readonly player_id: number
  readonly rating: number | null
}

/** Ballots that the simulated supporters cast before this installation began, for matches whose results are not out yet. */
export async function castPastBallots(app: App, crowd: readonly Person[]): Promise<number> {
  const now = app.clock.now()
  const oldest = new Date(Math.floor(now.getTime() / DAY_MS - BALLOT_DAYS) * DAY_MS)
  const candidates = await app.db
    .selectFrom('match_lineups as l')
    .innerJoin('matches as m', 'm.id', 'l.match_id')
    .select(['l.match_id', 'l.player_id', 'l.rating'])
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
    const rows = voters.map((person) =>
      ballotRow(
        person.id,
        matchId,
        pickThree(players, () => random.next()),
      ),
    )
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

function ballotRow(userId: string, matchId: number, [first, second, third]: readonly number[]) {
  return {
    user_id: userId,
    match_id: matchId,
    first_id: first ?? null,
    second_id: second ?? null,
    third_id: third ?? null,
    xp: 5,
  }
}

/** Three different players, the better rated the likelier. */
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
