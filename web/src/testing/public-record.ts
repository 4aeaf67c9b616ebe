import type { BallotProof } from '@tribune/contract/audit.ts'
import { ballotBytes, ballotLine, type PublicBallot, saltOf } from '@tribune/domain/audit/ballots.ts'
import { compareBytes, type Sha256, toHex, utf8 } from '@tribune/domain/audit/bytes.ts'
import { checkpointText, formatKey, keyId, signedNote } from '@tribune/domain/audit/checkpoint.ts'
import { entryLine } from '@tribune/domain/audit/log.ts'
import { type AuditRecord, makeRecord, recordText } from '@tribune/domain/audit/record.ts'
import { Recount } from '@tribune/domain/audit/recount.ts'
import { inclusionProof, leafHash, rootOf } from '@tribune/domain/audit/tree.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'

/** Answers of the public record by their addresses, without queries. */
export type Answers = Record<string, string>

interface Sketch {
  readonly match: number
  readonly season: number
  /** Complete ballots, of which the last two are set aside if there are more than ten. */
  readonly ballots: number
  /** Account of the fan whose ballot is the first. */
  readonly account?: string
  readonly isOwnAside?: boolean
  /** Alters the record before it is logged. */
  readonly alter?: (record: AuditRecord) => AuditRecord
}

const AT = '2026-08-14T21:50:03.120Z'
const R = '01'.repeat(32)
const NAMES = ['Éloi Vasseur', 'Tomàs Brunel', 'Ilian Costa', 'Noé Damour']

/** The record of a match in all its parts, signed with a new key. */
export class PublicRecord {
  readonly #sha: Sha256
  readonly #sketch: Sketch
  readonly #keys: CryptoKeyPair
  readonly origin: string
  readonly #publicKey: Uint8Array
  readonly ballots: readonly PublicBallot[]
  readonly record: AuditRecord
  readonly file: string

  private constructor(sha: Sha256, sketch: Sketch, keys: CryptoKeyPair, publicKey: Uint8Array, origin: string) {
    this.#sha = sha
    this.#sketch = sketch
    this.#keys = keys
    this.#publicKey = publicKey
    this.origin = origin
    this.ballots = this.#sorted()
    this.file = this.ballots.map(ballotLine).join('')
    this.record = this.#made()
  }

  static async make(
    sha: Sha256,
    sketch: Sketch,
    origin = `tribune.example/audit/${sketch.season}`,
  ): Promise<PublicRecord> {
    const keys = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
    return new PublicRecord(sha, sketch, keys, publicKey, origin)
  }

  /** Answers of a server with this record alone in its log. */
  async answers(): Promise<Answers> {
    const { match, season } = this.#sketch
    const lines = this.lines()
    return {
      '/.well-known/tribune-audit-keys': this.key(),
      [`/api/audit/log/${season}/checkpoint`]: await this.note(lines),
      [`/api/audit/log/${season}/entries`]: lines.map((line) => `${line}\n`).join(''),
      [`/api/audit/matches/${match}`]: recordText(this.record),
      ...(this.record.ballots && { [this.ballotsAddress()]: this.file }),
    }
  }

  /** The line of its key. */
  key(): string {
    return `${formatKey(this.#sha, this.origin, this.#publicKey)}\n`
  }

  ballotsAddress(): string {
    return `/api/audit/matches/${this.#sketch.match}/ballots/${this.record.ballots?.hash}`
  }

  /** Lines of the log: another match, then this one. */
  lines(): string[] {
    const { match, attempt, provisional, ballots } = this.record
    const hash = toHex(this.#sha(utf8(recordText(this.record))))
    const entry = { at: AT, change: 'published', attempt, provisional, ballots: ballots?.root ?? null } as const
    return [
      entryLine({ ...entry, index: 0, match: match + 1, record: 'ab'.repeat(32) }),
      entryLine({ ...entry, index: 1, match, record: hash }),
    ]
  }

  /** Signs a checkpoint of lines. */
  async note(lines: readonly string[], signer?: PublicRecord): Promise<string> {
    const text = checkpointText({ origin: this.origin, size: lines.length, root: this.#root(lines) })
    const { privateKey } = (signer ?? this).#keys
    const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(text)))
    return signedNote(text, [{ name: this.origin, id: keyId(this.#sha, this.origin, this.#publicKey), signature }])
  }

  /** Proves the first ballot of the sketch to its fan. */
  proof(): BallotProof {
    const { match, account = '' } = this.#sketch
    const salt = this.#ownSalt()
    const index = this.ballots.findIndex((ballot) => ballot.salt === salt)
    const { first = 0, second = 0, third = 0, status = 'counted' } = this.ballots[index] ?? {}
    const leaves = this.ballots.map((ballot) => leafHash(this.#sha, ballotBytes(match, 1, ballot)))
    return {
      record: toHex(this.#sha(utf8(recordText(this.record)))),
      account,
      r: R,
      ballot: { first, second, third, status },
      index,
      hashes: inclusionProof(this.#sha, leaves, index).map(toHex),
    }
  }

  #root(lines: readonly string[]): Uint8Array {
    return rootOf(
      this.#sha,
      lines.map((line) => leafHash(this.#sha, utf8(line))),
    )
  }

  #ownSalt(): string {
    const { match, account = '' } = this.#sketch
    return saltOf(this.#sha, { match, account, r: new Uint8Array(32).fill(1) })
  }

  #sorted(): PublicBallot[] {
    const { match, ballots: count, account, isOwnAside = false } = this.#sketch
    const asides = count > 10 ? 2 : 0
    const leafOf = (ballot: PublicBallot) => leafHash(this.#sha, ballotBytes(match, 1, ballot))
    return Array.from({ length: count }, (_, index): PublicBallot => {
      const [first = 0, second = 0, third = 0] = index % 3 === 0 ? [11, 7, 4] : [7, 4, -9]
      const isOwn = index === 0 && account !== undefined
      const isAside = index >= count - asides || (index === 0 && isOwnAside)
      const salt = isOwn ? this.#ownSalt() : index.toString(16).padStart(32, '0')
      return { salt, first, second, third, status: isAside ? 'set_aside' : 'counted' }
    }).sort((one, other) => compareBytes(leafOf(one), leafOf(other)))
  }

  #made(): AuditRecord {
    const { match, alter } = this.#sketch
    const recount = new Recount(this.#sha, { match, attempt: 1 })
    for (const ballot of this.ballots) recount.add(ballot)
    const { size, root, set_aside, tally } = recount.result()
    const players = [11, 7, 4, -9].map((id, index) => {
      return { player_id: id, player_name: NAMES[index] ?? '', rating: 6 + index / 2, minutes_played: 90 }
    })
    const rules = { counting_rule: '2026.1', integrity_rule: 1, coefficient: 1.5, provisional: false }
    const facts = { match, attempt: 1, ...rules, set_aside, reasons: {}, players, void: [] }
    const ballots = { hash: toHex(this.#sha(utf8(this.file))), size, root }
    const record = makeRecord(facts, { tally, ranking: rankMatch({ tally, ...facts }), ballots })
    return alter?.(record) ?? record
  }
}
