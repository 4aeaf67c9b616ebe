import { fromHex, type Sha256, toHex, utf8 } from './bytes.ts'

/** A published ballot: complete, without its fan, and with a salt (16 bytes in hex) that its fan alone can recognise. */
export interface PublicBallot {
  readonly salt: string
  readonly first: number
  readonly second: number
  readonly third: number
  readonly status: 'counted' | 'set_aside'
}

const BALLOT_TAG = utf8('TRIBUNE-BALLOT-1')
const SALT_TAG = utf8('TRIBUNE-SALT-1')
const STATUS_BYTES = { counted: 1, set_aside: 2 } as const
const SALT_BYTES = 16

/** Returns the 67 bytes of a ballot, which its leaf hashes (docs/audit.md, "Ballots"). */
export function ballotBytes(match: number, attempt: number, ballot: PublicBallot): Uint8Array {
  return leafBytes(match, attempt, ballot).slice(1)
}

/** Returns the leaf hash of a ballot. */
export function ballotLeaf(sha: Sha256, match: number, attempt: number, ballot: PublicBallot): Uint8Array {
  return sha(leafBytes(match, attempt, ballot))
}

/** A leaf's 0, then the bytes of a ballot: reused, because new ones take longer than to hash them. */
const LEAF = new Uint8Array(68)
const LEAF_VIEW = new DataView(LEAF.buffer)
LEAF.set(BALLOT_TAG, 1)

/** Returns a leaf's 0 and the bytes of a ballot, until the next call. */
function leafBytes(match: number, attempt: number, ballot: PublicBallot): Uint8Array {
  setInteger(LEAF_VIEW, 17, match)
  LEAF_VIEW.setUint16(25, attempt)
  LEAF.set(fromHex(ballot.salt), 27)
  setInteger(LEAF_VIEW, 43, ballot.first)
  setInteger(LEAF_VIEW, 51, ballot.second)
  setInteger(LEAF_VIEW, 59, ballot.third)
  LEAF[67] = STATUS_BYTES[ballot.status]
  return LEAF
}

/**
 * Returns the salt of a fan's ballot in hex.
 * @param account Id of the account, a UUID as text.
 * @param r 32 random bytes, which only the fan gets.
 */
export function saltOf(
  sha: Sha256,
  { match, account, r }: { readonly match: number; readonly account: string; readonly r: Uint8Array },
): string {
  setInteger(SALT_VIEW, SALT_TAG.length, match)
  SALT.set(fromHex(account.toLowerCase().replaceAll('-', '')), SALT_TAG.length + 8)
  SALT.set(r, SALT_TAG.length + 24)
  return toHex(sha(SALT).subarray(0, SALT_BYTES))
}

/** Tag, match, account and random bytes of a salt: reused like a leaf. */
const SALT = new Uint8Array(SALT_TAG.length + 8 + 16 + 32)
const SALT_VIEW = new DataView(SALT.buffer)
SALT.set(SALT_TAG)

/** Returns the line of a ballot, with its line feed. */
export function ballotLine({ salt, first, second, third, status }: PublicBallot): string {
  return `{"salt":"${salt}","first":${first},"second":${second},"third":${third},"status":"${status}"}\n`
}

const ID = '(0|-?[1-9][0-9]{0,15})'
const LINE = new RegExp(
  `^\\{"salt":"([0-9a-f]{32})","first":${ID},"second":${ID},"third":${ID},"status":"(counted|set_aside)"\\}\\n$`,
)

/** Reads a line with its line feed; `null` unless it is just what `ballotLine` writes for three different players. */
export function parseBallot(line: string): PublicBallot | null {
  const [, salt = '', one, two, three, status] = LINE.exec(line) ?? []
  if (status !== 'counted' && status !== 'set_aside') return null
  const [first, second, third] = [Number(one), Number(two), Number(three)]
  if (first === second || first === third || second === third) return null
  return [first, second, third].every(Number.isSafeInteger) ? { salt, first, second, third, status } : null
}

/** Writes an integer of 64 bits. Ids of players may be negative. */
function setInteger(view: DataView, at: number, value: number): void {
  view.setInt32(at, Math.floor(value / 2 ** 32))
  view.setUint32(at + 4, value >>> 0)
}
