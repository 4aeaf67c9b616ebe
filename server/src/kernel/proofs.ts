import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { keysFor } from './keys.ts'

const ID_BYTES = 16
const MAC_BYTES = 16

/** Content of a proof. */
interface Proven {
  /** A UUID. */
  readonly id: string
  /** Further bytes that the proof covers, of the length that its purpose has. */
  readonly details: Buffer
}

/** Makes and reads short proofs for links and messages. Any bearer of a proof may do the one thing that it is for, without a session. */
interface Proofs {
  make(proven: Proven): string
  /** Returns what a proof is good for, or `null` if it is not ours. */
  read(proof: string): Proven | null
}

/**
 * @param secrets Newest first: the first signs, the others only verify.
 * @param purpose Proofs of one purpose are worthless for another.
 * @param detailsBytes Length of the details.
 */
export function createProofs(secrets: readonly [string, ...string[]], purpose: string, detailsBytes = 0): Proofs {
  const keys = keysFor(secrets, purpose)
  const macOf = (key: KeyObject, said: Buffer) => createHmac('sha256', key).update(said).digest().subarray(0, MAC_BYTES)
  const saidBytes = ID_BYTES + detailsBytes
  return {
    make({ id, details }) {
      const said = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), details])
      return Buffer.concat([said, macOf(keys[0], said)]).toString('base64url')
    },
    read(proof) {
      const bytes = Buffer.from(proof, 'base64url')
      if (bytes.length !== saidBytes + MAC_BYTES) return null
      const said = bytes.subarray(0, saidBytes)
      const given = bytes.subarray(saidBytes)
      if (!keys.some((key) => timingSafeEqual(given, macOf(key, said)))) return null
      const hex = said.subarray(0, ID_BYTES).toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return { id, details: said.subarray(ID_BYTES) }
    },
  }
}
