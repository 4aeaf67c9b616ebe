import { hash } from 'node:crypto'
import { createProofs } from '../../../kernel/proofs.ts'

const PURPOSE = 'turning the weekly digest off'
const NO_DETAILS = Buffer.alloc(0)

/** Makes and reads the proofs in the addresses of digests: each is good for turning the digest of one fan off, and for nothing else. */
export interface OffProofs {
  make(fanId: string): string
  /** Returns the fan, whether they still exist or not; `null` if the proof is not ours. */
  read(proof: string): string | null
}

/** @param secrets Newest first: the first signs, the others only verify. */
export function createOffProofs(secrets: readonly [string, ...string[]]): OffProofs {
  const proofs = createProofs(secrets, PURPOSE)
  return {
    make: (id) => proofs.make({ id, details: NO_DETAILS }),
    read: (proof) => proofs.read(proof)?.id ?? null,
  }
}

/** Below /api: neither a page of the app nor an address that its service worker answers. */
const UNSUBSCRIBE = '/api/digest/off/'

/** Returns the path in a digest that turns it off. */
export const unsubscribePath = (proof: string): string => UNSUBSCRIBE + proof

/** Facts that the headers of a digest are made from. */
interface DigestEnvelope {
  readonly week: string
  readonly fanId: string
  /** The product's public address. */
  readonly origin: string
  readonly unsubscribe: string
}

/**
 * Makes the id and the headers of a digest: one-click unsubscription (RFC 2369 and 8058), the list that it belongs to (RFC 2919), and that no person wrote
 * it (RFC 3834). A second attempt at a fan's digest has the same id.
 */
export function digestHeaders({ week, fanId, origin, unsubscribe }: DigestEnvelope) {
  const { hostname } = new URL(origin)
  return {
    messageId: `<digest.${week}.${hash('sha256', `${week} ${fanId}`).slice(0, 32)}@${hostname}>`,
    headers: {
      'List-Id': `Tribune <digest.${hostname}>`,
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
      Precedence: 'bulk',
    },
  }
}
