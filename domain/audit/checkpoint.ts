import { fromBase64, joinBytes, type Sha256, toBase64, toHex, utf8 } from './bytes.ts'
import type { Head } from './tree.ts'

/** Checkpoints (c2sp.org/tlog-checkpoint) in signed notes (c2sp.org/signed-note) with Ed25519 signatures. */

/** Head of a log. `origin` names the log, and its key. */
export interface Checkpoint extends Head {
  readonly origin: string
}

/** A public key of 32 bytes and its name; `id` is in hex. */
export interface VerifierKey {
  readonly name: string
  readonly id: string
  readonly publicKey: Uint8Array
}

/** A signature of 64 bytes by the key with this name and id. */
export interface NoteSignature {
  readonly name: string
  readonly id: string
  readonly signature: Uint8Array
}

/** Verifies an Ed25519 signature (RFC 8032). */
export type Ed25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>

const ED25519 = Uint8Array.of(1)
const KEY_BYTES = 32
const ID_BYTES = 4
/** Maximum number of signatures of a note: its own, and those of witnesses. */
const MAX_SIGNATURES = 100

/** Names of keys have neither spaces nor plus signs. */
const NAME = '[^\\s\\u0085+]+'
const SIGNATURE = new RegExp(`^— (${NAME}) (\\S+)$`)
const VERIFIER_KEY = new RegExp(`^(${NAME})\\+([0-9a-f]{8})\\+(\\S+)$`)

/** Returns the id of an Ed25519 key in hex: the first 4 bytes of a hash of its name, type and bytes. */
export function keyId(sha: Sha256, name: string, publicKey: Uint8Array): string {
  return toHex(sha(joinBytes(utf8(`${name}\n`), ED25519, publicKey)).subarray(0, ID_BYTES))
}

/** Writes a verifier key: `name+id+base64`. */
export function formatKey(sha: Sha256, name: string, publicKey: Uint8Array): string {
  return `${name}+${keyId(sha, name, publicKey)}+${toBase64(joinBytes(ED25519, publicKey))}`
}

/** Reads a verifier key; `null` if it has another form or type, or an id that is not its own. */
export function parseKey(sha: Sha256, text: string): VerifierKey | null {
  const [, name = '', id = '', data = ''] = VERIFIER_KEY.exec(text) ?? []
  const bytes = fromBase64(data)
  if (bytes?.length !== 1 + KEY_BYTES || bytes[0] !== ED25519[0]) return null
  const publicKey = bytes.subarray(1)
  return keyId(sha, name, publicKey) === id ? { name, id, publicKey } : null
}

/** Returns the text of a checkpoint, whose UTF-8 is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`
}

/** Reads the text of a checkpoint; `null` if it is not a checkpoint. Lines that follow the root are extensions, and ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = '', size = '', hash = '', ...rest] = text.split('\n')
  const root = fromBase64(hash)
  const isExtended = rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '')
  if (origin === '' || !/^(?:0|[1-9]\d{0,14})$/.test(size) || root?.length !== 32 || !isExtended) return null
  return { origin, size: Number(size), root }
}

/** Returns the note of a text that ends with a line feed. */
export function signedNote(text: string, signatures: readonly NoteSignature[]): string {
  const lines = signatures.map(({ name, id, signature }) => {
    const keyHash = Uint8Array.from(id.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
    return `— ${name} ${toBase64(joinBytes(keyHash, signature))}\n`
  })
  return `${text}\n${lines.join('')}`
}

/** Reads a note; `null` if it is not a note. Its text ends with a line feed. */
export function parseNote(note: string): { readonly text: string; readonly signatures: NoteSignature[] } | null {
  const end = note.lastIndexOf('\n\n') + 1
  const lines = note.slice(end + 1).split('\n')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note has none but line feeds.
  if (end === 0 || lines.pop() !== '' || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return null
  const signatures = lines.flatMap((line) => {
    const [, name = '', data = ''] = SIGNATURE.exec(line) ?? []
    const bytes = fromBase64(data)
    if (bytes === null || bytes.length <= ID_BYTES) return []
    return [{ name, id: toHex(bytes.subarray(0, ID_BYTES)), signature: bytes.subarray(ID_BYTES) }]
  })
  const isNote = signatures.length === lines.length && lines.length > 0 && lines.length <= MAX_SIGNATURES
  return isNote ? { text: note.slice(0, end), signatures } : null
}

/** Why a note is not believed: it is not a checkpoint, no key of its log has signed it, or the signature of such a key is wrong. */
export type CheckpointProblem = 'checkpoint_malformed' | 'key_unknown' | 'signature_wrong'

/**
 * Opens a signed checkpoint. A key counts for the log with its name alone; signatures of other keys are ignored, as the format demands.
 * Returns the checkpoint, or why it is not believed.
 */
export async function openCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  verify: Ed25519,
): Promise<Checkpoint | CheckpointProblem> {
  const { text = '', signatures = [] } = parseNote(note) ?? {}
  const checkpoint = parseCheckpoint(text)
  if (checkpoint === null) return 'checkpoint_malformed'
  const own = keys.filter(({ name }) => name === checkpoint.origin)
  let isSigned = false
  for (const { name, id, signature } of signatures) {
    const key = own.find((one) => one.name === name && one.id === id)
    if (key === undefined) continue
    if (!(await verify(key.publicKey, utf8(text), signature))) return 'signature_wrong'
    isSigned = true
  }
  return isSigned ? checkpoint : 'key_unknown'
}
