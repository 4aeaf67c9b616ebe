import { sha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '@tribune/domain/audit/bytes.ts'

const initial = sha256.create()
const hasher = sha256.create()

/**
 * SHA-256 of a recount: the browser's own would have to be awaited for each of a million leaves. One hasher serves all calls, because a new one takes longer
 * than to hash a leaf.
 */
export const sha: Sha256 = (bytes) => {
  initial._cloneInto(hasher)
  return hasher.update(bytes).digest()
}

/** Starts a hash of bytes that arrive part by part. */
export const newDigest = () => sha256.create()
