import { type CompleteBallot, type Tally, tallyOfPodiums } from '../ballots/tally.ts'
import { type MatchRanking, MIN_BALLOTS_FOR_VOTES, type RatedPlayer, rankMatch } from '../results/ranking.ts'
import { ballotLeaf, type PublicBallot } from './ballots.ts'
import { compareBytes, type Sha256, toHex } from './bytes.ts'
import { type AuditRecord, rankingLines, tallyLines, withoutVoid } from './record.ts'
import { TreeHead } from './tree.ts'

/**
 * Problems of a record.
 * - `ballots_missing`: it has no ballots although 10 or more count, or has some although fewer count;
 * - `ballots_hash_differs`, `ballots_unreadable`, `ballots_unordered`, `tree_differs`: the file is not the one of the record, has a line in another form,
 *   is not in strict order of leaf hashes, has another tree;
 * - `count_differs`: ballots counted or set aside;
 * - `void_differs`: a void pick is the first of a counted ballot, so that its ballot has no better place for the same person;
 * - `tally_differs`, `ranking_differs`: as computed from the ballots. The ranking includes source, scores and points.
 */
export type RecordProblem =
  | 'ballots_missing'
  | 'ballots_hash_differs'
  | 'ballots_unreadable'
  | 'ballots_unordered'
  | 'tree_differs'
  | 'count_differs'
  | 'void_differs'
  | 'tally_differs'
  | 'ranking_differs'

/** Recounts the ballots of a match one by one, in the order of the file. Its memory grows with the different podiums, not with the ballots. */
export class Recount {
  readonly #sha: Sha256
  readonly #match: number
  readonly #attempt: number
  readonly #tree: TreeHead
  readonly #podiums = new Map<string, { readonly ballot: CompleteBallot; ballots: number }>()
  #last: Uint8Array | null = null
  #setAside = 0
  #isOrdered = true
  #isReadable = true

  constructor(sha: Sha256, { match, attempt }: Pick<AuditRecord, 'match' | 'attempt'>) {
    this.#sha = sha
    this.#match = match
    this.#attempt = attempt
    this.#tree = new TreeHead(sha)
  }

  /** Adds the next ballot; `null` stands for an invalid line. */
  add(ballot: PublicBallot | null): void {
    if (ballot === null) {
      this.#isReadable = false
      return
    }
    const leaf = ballotLeaf(this.#sha, this.#match, this.#attempt, ballot)
    if (this.#last !== null && compareBytes(this.#last, leaf) >= 0) this.#isOrdered = false
    this.#last = leaf
    this.#tree.add(leaf)
    if (ballot.status === 'set_aside') this.#setAside += 1
    else this.#count([ballot.first, ballot.second, ballot.third])
  }

  #count(ballot: CompleteBallot): void {
    const key = `${ballot[0]},${ballot[1]},${ballot[2]}`
    const podium = this.#podiums.get(key)
    if (podium === undefined) this.#podiums.set(key, { ballot, ballots: 1 })
    else podium.ballots += 1
  }

  get size(): number {
    return this.#tree.size
  }

  /** Returns the counts so far. `root` is in hex, `tally` has void picks. */
  result() {
    return {
      size: this.#tree.size,
      root: toHex(this.#tree.root()),
      set_aside: this.#setAside,
      tally: tallyOfPodiums([...this.#podiums.values()]),
      isOrdered: this.#isOrdered,
      isReadable: this.#isReadable,
    }
  }
}

/**
 * Checks a record, and returns all that is wrong with it.
 * @param recount Recount of its ballots; `null` if it has none. Then only the ranking by ratings can be checked.
 * @param hash SHA-256 of the file of ballots in hex.
 */
export function checkRecord(record: AuditRecord, recount: Recount | null, hash: string | null): RecordProblem[] {
  const { ballots } = record
  if ((ballots === null) !== record.counted < MIN_BALLOTS_FOR_VOTES) return ['ballots_missing']
  if (ballots === null) {
    const isEmpty = record.tally === null && record.void.length === 0
    return [...when(!isEmpty, 'tally_differs'), ...when(!isRankedBy(record, unknownTally(record)), 'ranking_differs')]
  }
  if (recount === null) return ['ballots_missing']
  const { size, root, set_aside, isOrdered, isReadable, ...counted } = recount.result()
  const tally = withoutVoid(counted.tally, record.void)
  const isCountSame = size === ballots.size && tally.voters === record.counted && set_aside === record.set_aside
  const isVoidFirst = counted.tally.players.some(
    (player) => player.firsts > 0 && record.void.includes(player.player_id),
  )
  return [
    ...when(hash !== ballots.hash, 'ballots_hash_differs'),
    ...when(!isReadable, 'ballots_unreadable'),
    ...when(!isOrdered, 'ballots_unordered'),
    ...when(root !== ballots.root, 'tree_differs'),
    ...when(!isCountSame, 'count_differs'),
    ...when(isVoidFirst, 'void_differs'),
    ...when(!isSame(tallyLines(tally), record.tally), 'tally_differs'),
    ...when(!isRankedBy(record, tally), 'ranking_differs'),
  ]
}

function when(isWrong: boolean, problem: RecordProblem): readonly RecordProblem[] {
  return isWrong ? [problem] : []
}

/** Ranks the players of a record by a recount of its ballots; by their ratings if it has none. */
export function rankRecord(record: AuditRecord, recount: Recount | null): MatchRanking {
  return rankBy(record, recount === null ? unknownTally(record) : withoutVoid(recount.result().tally, record.void))
}

/** Stands for the tally of ballots that are not published. */
function unknownTally({ counted }: AuditRecord): Tally {
  return { voters: counted, players: [], duels: [] }
}

/** Returns whether the tally, and the record's players and coefficient, give the record's ranking. */
function isRankedBy(record: AuditRecord, tally: Tally): boolean {
  const ranking = rankBy(record, tally)
  const isSourceSame = ranking.source === record.source && ranking.reason === record.reason
  return isSourceSame && isSame(rankingLines(ranking), record.ranking)
}

function rankBy(record: AuditRecord, tally: Tally): MatchRanking {
  const players = record.players.map(
    ({ id, name, rating, played }): RatedPlayer => ({
      player_id: id,
      player_name: name,
      rating,
      minutes_played: played ? null : 0,
    }),
  )
  return rankMatch({ tally, players, coefficient: record.coefficient })
}

/** Compares lists of lines that have their fields in the documented order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
