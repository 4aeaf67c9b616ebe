import type { Ed25519 } from '@tribune/domain/audit/checkpoint.ts'
import { Unreadable } from './audit-calls.ts'
import type { Failure, Outcome } from './check-rules.ts'
import { newDigest, sha } from './hash-rules.ts'
import { type Order, verifyMatch } from './verification-rules.ts'

/** Order of the page: a match, and the origin of its server. */
export interface RecountOrder extends Order {
  readonly server: string
}

/** Message of the worker: its progress in ballots, the outcome, or an answer that cannot be read. */
export type RecountWord =
  | { readonly counted: number; readonly all: number }
  | { readonly outcome: Outcome }
  | { readonly failure: Failure }

/** Milliseconds between two messages about the progress. */
const REPORT_EVERY_MS = 100

const say = (word: RecountWord) => postMessage(word)

const own = (bytes: Uint8Array) => new Uint8Array(bytes)

const verify: Ed25519 = async (publicKey, message, signature) => {
  // A key that is not a point of the curve verifies nothing.
  const key = await crypto.subtle.importKey('raw', own(publicKey), 'Ed25519', false, ['verify']).catch(() => null)
  return key !== null && crypto.subtle.verify('Ed25519', key, own(signature), own(message))
}

/** Returns the verification of signatures; `null` if this browser has none, as without a secure connection. */
async function ed25519(): Promise<Ed25519 | null> {
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    return verify
  } catch {
    return null
  }
}

addEventListener('message', async ({ data: { server, ...order } }: MessageEvent<RecountOrder>) => {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = (counted: number, all: number) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return
    reportedAt = performance.now()
    say({ counted, all })
  }
  const tools = { sha, newDigest, ed25519: await ed25519() }
  try {
    say({ outcome: await verifyMatch({ server, fetch: (...asked) => fetch(...asked) }, order, tools, report) })
  } catch (error) {
    const { part, why } = error instanceof Unreadable ? error : ({ part: 'program', why: 'failed' } as const)
    say({ failure: { part, why } })
  }
})
