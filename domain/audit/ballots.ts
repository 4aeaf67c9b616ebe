import { fromHex, joinBytes, type Sha256, toHex, utf8 } from './bytes.ts'

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
  const bytes = new Uint8Array(67)
  const view = new DataView(bytes.buffer)
  bytes.set(BALLOT_TAG)
  setInteger(view, 16, match)
  view.setUint16(24, attempt)
  bytes.set(fromHex(ballot.salt), 26)
  setInteger(view, 42, ballot.first)
  setInteger(view, 50, ballot.second)
  setInteger(view, 58, ballot.third)
  bytes[66] = STATUS_BYTES[ballot.status]
  return bytes
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
  const id = new Uint8Array(8)
  setInteger(new DataView(id.buffer), 0, match)
  const uuid = fromHex(account.toLowerCase().replaceAll('-', ''))
  return toHex(sha(joinBytes(SALT_TAG, id, uuid, r)).subarray(0, SALT_BYTES))
}

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
