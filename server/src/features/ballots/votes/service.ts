import {
  type BallotRefusal,
  checkBallot,
  checkPicks,
  isSameBallot,
  type LineupEntry,
  newPicks,
  type SentPick,
} from '@tribune/domain/ballots/ballot.ts'
import { evidenceSeason } from '@tribune/domain/ballots/evidence.ts'
import { voteRefusal, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { type Alias, picksUnderKeptIds } from '@tribune/domain/players/identity.ts'
import { podium } from '@tribune/french/sentences/match.ts'
import { LRUCache } from 'lru-cache'
import type { App } from '../../../context.ts'
import { bucketOf } from '../../../infra/database/ballot-bucket.ts'
import { GroupCommit } from '../../../infra/database/group-commit.ts'
import { OutcomeUnknownError } from '../../../infra/database/outcome.ts'
import { createDatabase, type Db, isConflict, isRefusedData } from '../../../infra/database/pool.ts'
import { logBudget } from '../../../kernel/log-budget.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { aliasesInMatch } from '../../common/aliases/queries.ts'
import { didPlay } from '../../matches/matches/present.ts'
import { matchRow } from '../../matches/matches/queries.ts'
import { type BallotSource, EvidenceCollector } from '../evidence/service.ts'
import {
  type BallotOutcome,
  type BallotRow,
  type BallotToSave,
  ballotOf,
  type Obstacle,
  type PickedIds,
  type SavedBallot,
  saveBallots,
} from '../ledger/queries.ts'
import { picksOf, presentBallot } from './present.ts'
import { ballotsOf, lineupForBallots, pickedPlayers, type WantedBallots } from './queries.ts'

/** Maximum number of ballots per commit, and of ballots that wait for one. */
const MAX_PER_COMMIT = 1_000
const MAX_WAITING = 30_000
/** Once a ballot has waited this long for its commit, further ones are refused. Phones send them again, and do not wait much longer for an answer. */
const MAX_WAIT_MS = 4_000
/** Concurrent commits, of different buckets: while PostgreSQL flushes one, it executes the other. */
const IN_FLIGHT = 2
const LINEUPS_KEPT = 500
const LINEUP_MAX_AGE_MS = 30_000

/** A ballot as it was sent. Without a base the last state wins. */
export interface SentBallot {
  readonly picks: readonly SentPick[]
  /** `updated_at` of the ballot that its fan had seen, null for none. */
  readonly base?: string | null | undefined
  /** Podiums that its sender has sent since the base without an answer. */
  readonly unanswered?: readonly (readonly SentPick[])[] | undefined
  /** The attempt at the match that its fan had seen; undefined for the present one. */
  readonly attempt?: number | undefined
}

/** A match, and the attempt at it that a ballot names. */
interface VotedAttempt extends Pick<SentBallot, 'attempt'> {
  readonly matchId: number
}

interface Lineup {
  readonly players: ReadonlyMap<number, LineupEntry & { readonly player_name: string }>
  /** Aliases of these players, under which a phone may still pick them. */
  readonly aliases: readonly Pick<Alias, 'alias' | 'player'>[]
  /** Season whose key hashes the evidence of the match's ballots. */
  readonly season: number
  /** The attempt at the match that these players play; undefined without any. */
  readonly played: number | undefined
}

/** Casts ballots: checks picks here by the domain's rule, and the window in the statement that writes them. */
export class VoteService {
  readonly #app: App
  /** The ledger's connections, so that ballots never wait for other reads. */
  readonly #db: Db
  readonly #ledger: GroupCommit<BallotToSave, BallotOutcome>
  readonly #lineups: LRUCache<number, Promise<Lineup>>
  readonly #evidence: EvidenceCollector

  constructor(app: App) {
    this.#app = app
    this.#db = createDatabase(app.ballotPool)
    this.#evidence = new EvidenceCollector(app)
    this.#ledger = createLedger(app)
    this.#lineups = new LRUCache({ max: LINEUPS_KEPT, ttl: LINEUP_MAX_AGE_MS })
    app.bus.on('lineups', ({ ids }) => {
      for (const id of ids) this.#lineups.delete(id)
    })
    app.bus.on('reset', () => this.#lineups.clear())
  }

  /** Whether a further ballot would be refused with `busy`. */
  get isBusy(): boolean {
    return this.#ledger.isFull
  }

  /**
   * Saves a ballot, complete or not. Refuses with a `BallotRefusal`, a `VoteRefusal`, `match_not_found`, `voting_right_closed`, `busy`
   * (nothing was stored), `outcome_unknown`, or `ballot_outdated` if the stored ballot is newer than the base, another one, and none of the unanswered
   * (docs/decisions/062). A ballot that names another attempt than the present one, or that names none and was sent before that began, is refused with
   * `vote_closed` (docs/decisions/080). A ballot with a base that is stored already is reported as saved, whether or not it could be cast now. Players of
   * the stored ballot are not checked again;
   * it is read only for one that would be refused.
   */
  async cast(matchId: number, ballot: SentBallot, source: BallotSource): Promise<SavedBallot> {
    const { base } = ballot
    const fanId = source.fan.id
    const { players, aliases, season, played } = await this.#lineupOf(matchId)
    const attempt = ballot.attempt ?? played
    const picks = await this.#underKeptIds(fanId, matchId, ballot.picks, aliases)
    if (checkBallot(picks, players) !== null) {
      const row = checkPicks(picks) === null ? await ballotOf(this.#db, fanId, matchId) : undefined
      const stored = row === undefined ? [] : picksOf(row)
      if (row !== undefined && base !== undefined && isSameBallot(picks, stored)) return unchanged(row)
      const refusal = checkBallot(picks, players, stored)
      if (refusal !== null)
        throw await this.#mostRelevant({ matchId, attempt }, refusal, nameOfAbsent(newPicks(picks, stored), players))
    }
    const [first, second, third] = pickedIds(picks)
    const evidence = this.#evidence.of(source, season)
    const unanswered = ballot.unanswered?.map((sent) => pickedIds(picksUnderKeptIds(sent, aliases)))
    const result = await this.#commit({ fanId, matchId, first, second, third, evidence, base, unanswered, attempt })
    if (result.saved) return result
    const { match, rightClosed, stored } = await result.look()
    if (base !== undefined && stored !== null && isSameBallot(picks, picksOf(stored))) return unchanged(stored)
    const window = this.#windowState(match, attempt)
    if (window !== null) throw new Refusal(window)
    if (rightClosed) throw new Refusal('voting_right_closed')
    // Open by now: it opened an instant too late for this ballot, or the account was deleted.
    throw new Refusal(base === undefined ? 'vote_locked' : 'ballot_outdated')
  }

  /** Returns picks under the ids of persons. Reads the stored ballot, of which void places stay, only for two picks of one person. */
  async #underKeptIds(fanId: string, matchId: number, sent: readonly SentPick[], aliases: Lineup['aliases']) {
    const picks = picksUnderKeptIds(sent, aliases)
    if (picks.length === sent.length) return picks
    const row = await ballotOf(this.#db, fanId, matchId)
    return row === undefined ? picks : picksUnderKeptIds(sent, aliases, picksOf(row))
  }

  /** Resolves when all accepted ballots are written. */
  async idle(): Promise<void> {
    await this.#ledger.idle()
  }

  async #commit(ballot: BallotToSave): Promise<BallotOutcome> {
    try {
      return await this.#ledger.add(ballot)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const { log } = this.#app
      // A commit fails for each of its callers, a thousand at most.
      if (logBudget.take('ballots unwritten', log)) log.error({ err: error }, 'ballots could not be written')
      throw new Refusal(error instanceof OutcomeUnknownError ? 'outcome_unknown' : 'busy')
    }
  }

  /** Concurrent ballots share one lineup read, which preserves their order: of two ballots of one fan the later stays the later. */
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
      rows.map(({ player_id, player_name, minutes_played }) => [
        player_id,
        { player_id, player_name, did_play: didPlay(minutes_played) },
      ]),
    )
    const aliases = await aliasesInMatch(this.#db, matchId)
    const season = evidenceSeason(rows[0]?.match_date ?? this.#app.clock.now())
    return { players, aliases, season, played: rows[0]?.attempt }
  }

  /** Chooses the refusal to report: that the match is closed, or unknown, rather than that a player is not in its lineup. `absent`: who did not play. */
  async #mostRelevant(
    { matchId, attempt }: VotedAttempt,
    refusal: BallotRefusal,
    absent: string | null,
  ): Promise<Refusal> {
    if (refusal === 'ballot_player_did_not_play' && absent !== null)
      return new Refusal(refusal, { sentence: podium.refusedAbsent(absent) })
    if (refusal !== 'ballot_unknown_player') return new Refusal(refusal)
    const window = this.#windowState(await matchRow(this.#db, matchId), attempt)
    return new Refusal(window ?? refusal)
  }

  /** Returns why a match takes no ballot on that attempt; the vote of an earlier one is over for good. */
  #windowState(match: Obstacle['match'] | undefined, attempt: number | undefined) {
    if (match == null) return 'match_not_found' as const
    if (attempt !== undefined && attempt !== match.attempt) return 'vote_closed' as const
    return voteRefusal(votingState(match, this.#app.clock.now()))
  }
}

/** Returns the player ids of picks by position. */
function pickedIds(picks: readonly SentPick[]): PickedIds {
  const at = (position: number) => picks.find((pick) => pick.position === position)?.player_id ?? null
  return [at(1), at(2), at(3)]
}

/** Returns the outcome of a ballot that is stored already. */
function unchanged(row: BallotRow): SavedBallot {
  return { saved: true, complete: row.complete === true, xpAwarded: 0, updatedAt: row.updated_at }
}

/** Returns the name of the first pick who did not play; `null` without one. */
function nameOfAbsent(picks: readonly SentPick[], players: Lineup['players']): string | null {
  const absent = picks.map(({ player_id }) => players.get(player_id)).find((player) => player?.did_play === false)
  return absent?.player_name ?? null
}

/** Returns a fan's ballots with their matches, newest first: of the wanted matches, or all. */
export async function listBallots(db: Db, fanId: string, wanted: WantedBallots, limit: number) {
  const rows = await ballotsOf(db, fanId, wanted, limit)
  const players = await playersOf(db, rows)
  return rows.map((row) => ({
    ...presentBallot(row, players),
    started_at: row.started_at?.toISOString() ?? null,
    home_team: row.home_team,
    away_team: row.away_team,
    competition_name: row.competition_name,
    earlier_attempt: row.earlier_attempt,
  }))
}

/** Returns the players of these ballots. */
export function playersOf(db: Db, rows: readonly BallotRow[]) {
  return pickedPlayers(
    db,
    rows.map((row) => row.match_id),
    rows.flatMap((row) => picksOf(row).map((pick) => pick.player_id)),
  )
}

/**
 * Chooses which of two ballots of one fan and match to write. One with a base cannot have seen the other, which is about to be stored, but continues it if
 * it names it as its sender's own: then it is written on the base of the other.
 */
function laterOf(waiting: BallotToSave, next: BallotToSave): BallotToSave {
  if (waiting.attempt !== undefined && next.attempt !== undefined && waiting.attempt !== next.attempt) {
    if (next.attempt < waiting.attempt) throw new Refusal('vote_closed')
    return next
  }
  if (next.base === undefined) return next
  const isWaiting = ([first, second, third]: PickedIds) =>
    first === waiting.first && second === waiting.second && third === waiting.third
  if (isWaiting([next.first, next.second, next.third])) return waiting
  if (next.unanswered?.some(isWaiting)) return { ...next, base: waiting.base, unanswered: waiting.unanswered }
  throw new Refusal('ballot_outdated')
}

function createLedger(app: App): GroupCommit<BallotToSave, BallotOutcome> {
  return new GroupCommit({
    commit: (ballots) => {
      const save = () => saveBallots(app.ballotPool, ballots, { xp: XP_PER_BALLOT, clockOffsetMs: app.clock.offsetMs })
      // Only a session from outside locks in another order (docs/decisions/078).
      const saved = save().catch((error) => (isConflict(error) ? save() : Promise.reject(error)))
      return app.metrics.commit(ballots.length, saved)
    },
    // Reports the stored ballot, but its experience only to the call that sent it.
    replaced: (result) => (result.saved ? { ...result, xpAwarded: 0 } : result),
    keyOf: (ballot) => `${ballot.fanId}:${ballot.matchId}`,
    combine: laterOf,
    queueOf: ({ fanId }) => bucketOf(fanId),
    inFlight: IN_FLIGHT,
    maxBatch: MAX_PER_COMMIT,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    now: () => app.clock.now().getTime(),
    full: () => new Refusal('busy'),
    isOfOneItem: isRefusedData,
  })
}
