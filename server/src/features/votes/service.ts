import { randomInt } from 'node:crypto'
import { checkBallot, type LineupEntry, type SentPick } from '@tribune/domain/ballot.ts'
import { evidenceSeason } from '@tribune/domain/evidence.ts'
import { XP_PER_BALLOT } from '@tribune/domain/fan.ts'
import { voteRefusal, votingState } from '@tribune/domain/voting-window.ts'
import { LRUCache } from 'lru-cache'
import type { App } from '../../context.ts'
import { GroupCommit } from '../../infra/database/group-commit.ts'
import { createDatabase, type Db } from '../../infra/database/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type BallotSource, EvidenceCollector } from '../evidence/service.ts'
import { didPlay } from '../matches/present.ts'
import { matchRow } from '../matches/queries.ts'
import { picksOf, presentBallot } from './present.ts'
import {
  type BallotRow,
  type BallotToSave,
  ballotsOf,
  lineupForBallots,
  pickedPlayers,
  type SavedBallot,
  saveBallots,
} from './queries.ts'

/** Ballots of one commit, and ballots that may wait for one: about a second of work. */
const MOST_PER_COMMIT = 1_000
const ROOM = 30_000
/** Commits under way at once: while PostgreSQL flushes one, it already works on the other. A fan always has the same lane. */
const LANES = 2
/** Tally buckets; each lane of each server takes one by chance, so that they seldom meet on a row. */
const BUCKETS = 16
const LINEUPS_KEPT = 500
const LINEUP_MAX_AGE_MS = 30_000

interface Lineup {
  readonly players: ReadonlyMap<number, LineupEntry>
  /** Whose key hashes where the match's ballots come from. */
  readonly season: number
}

/** Takes ballots: the form is checked here with the domain's rule, the window inside the statement that writes. */
export class VoteService {
  readonly #app: App
  /** The ledger's connections: a ballot waits for nothing else that is read. */
  readonly #db: Db
  readonly #ledger: readonly GroupCommit<BallotToSave, SavedBallot>[]
  readonly #lineups: LRUCache<number, Promise<Lineup>>
  readonly #evidence: EvidenceCollector

  constructor(app: App) {
    this.#app = app
    this.#db = createDatabase(app.ballotPool)
    this.#evidence = new EvidenceCollector(app)
    const first = randomInt(BUCKETS)
    this.#ledger = Array.from({ length: LANES }, (_, lane) => createLane(app, (first + lane) % BUCKETS))
    this.#lineups = new LRUCache({ max: LINEUPS_KEPT, ttl: LINEUP_MAX_AGE_MS })
    app.bus.on('lineups', ({ ids }) => {
      for (const id of ids) this.#lineups.delete(id)
    })
    app.bus.on('reset', () => this.#lineups.clear())
  }

  /** Saves a ballot, whole or not. Refuses with a code of the ballot, of the window, or `match_not_found`. */
  async cast(fanId: string, matchId: number, picks: readonly SentPick[], source: BallotSource): Promise<SavedBallot> {
    const { players, season } = await this.#lineupOf(matchId)
    const refusal = checkBallot(picks, players)
    if (refusal !== null) throw await this.#mostTelling(matchId, refusal)
    const at = (position: number) => picks.find((pick) => pick.position === position)?.player_id ?? null
    const evidence = this.#evidence.of(source, season)
    const result = await this.#commit({ fanId, matchId, first: at(1), second: at(2), third: at(3), evidence })
    if (!result.saved) throw await this.#windowRefusal(matchId)
    return result
  }

  /** Resolves when every ballot taken is written. */
  async idle(): Promise<void> {
    await Promise.all(this.#ledger.map((lane) => lane.idle()))
  }

  async #commit(ballot: BallotToSave): Promise<SavedBallot> {
    try {
      return await this.#laneOf(ballot.fanId).add(ballot)
    } catch (error) {
      if (!(error instanceof Refusal)) this.#app.log.error({ err: error }, 'ballots could not be written')
      throw new Refusal('busy')
    }
  }

  /** By the last digits of the fan's id, which are random. */
  #laneOf(fanId: string): GroupCommit<BallotToSave, SavedBallot> {
    const lane = this.#ledger[Number.parseInt(fanId.slice(-4), 16) % LANES]
    if (lane === undefined) throw new RangeError(`no lane for ${fanId}`)
    return lane
  }

  /** One reading serves all who wait for it, in their order: of two ballots of one fan the later stays the later. */
  #lineupOf(matchId: number): Promise<Lineup> {
    const kept = this.#lineups.get(matchId)
    if (kept !== undefined) return kept
    const reading = this.#readLineup(matchId)
    this.#lineups.set(matchId, reading)
    const forget = () => {
      if (this.#lineups.peek(matchId) === reading) this.#lineups.delete(matchId)
    }
    reading.then(({ players }) => players.size === 0 && forget(), forget)
    return reading
  }

  async #readLineup(matchId: number): Promise<Lineup> {
    const rows = await lineupForBallots(this.#db, matchId)
    const players = new Map(
      rows.map(({ player_id, minutes_played }) => [player_id, { player_id, did_play: didPlay(minutes_played) }]),
    )
    return { players, season: evidenceSeason(rows[0]?.match_date ?? this.#app.clock.now()) }
  }

  /** A player missing from the lineup of a match that is closed, or not ours, is not what the fan must be told. */
  async #mostTelling(matchId: number, refusal: ReturnType<typeof checkBallot> & string): Promise<Refusal> {
    if (refusal !== 'ballot_unknown_player') return new Refusal(refusal)
    const window = await this.#windowState(matchId)
    return new Refusal(window ?? refusal)
  }

  async #windowRefusal(matchId: number): Promise<Refusal> {
    // Open by the time we look: it opened an instant too late for this ballot, or the account ended meanwhile.
    return new Refusal((await this.#windowState(matchId)) ?? 'vote_locked')
  }

  async #windowState(matchId: number) {
    const match = await matchRow(this.#db, matchId)
    if (match === undefined) return 'match_not_found' as const
    return voteRefusal(votingState(match, this.#app.clock.now()))
  }
}

/** A fan's ballots with their matches, newest first: of a list of matches, or all. */
export async function listBallots(db: Db, fanId: string, matchIds: readonly number[] | undefined, limit: number) {
  const rows = await ballotsOf(db, fanId, matchIds, limit)
  const players = await playersOf(db, rows)
  return rows.map((row) => ({
    ...presentBallot(row, players),
    started_at: row.started_at?.toISOString() ?? null,
    home_team: row.home_team,
    away_team: row.away_team,
    competition_name: row.competition_name,
  }))
}

/** Who stands on these ballots. */
export function playersOf(db: Db, rows: readonly BallotRow[]) {
  return pickedPlayers(
    db,
    rows.map((row) => row.match_id),
    rows.flatMap((row) => picksOf(row).map((pick) => pick.player_id)),
  )
}

function createLane(app: App, bucket: number): GroupCommit<BallotToSave, SavedBallot> {
  return new GroupCommit({
    commit: (ballots) =>
      saveBallots(app.ballotPool, ballots, { bucket, xp: XP_PER_BALLOT, clockOffsetMs: app.clock.offsetMs }),
    // He is told of the ballot that is kept; what it brought is told to whoever sent it.
    replaced: (result) => ({ ...result, xpAwarded: 0 }),
    keyOf: (ballot) => `${ballot.fanId}:${ballot.matchId}`,
    most: MOST_PER_COMMIT,
    room: ROOM,
    full: () => new Refusal('busy'),
  })
}
