import type { Work } from '@tribune/contract/proof-of-work.ts'
import type { WorkAlgorithm } from '@tribune/domain/fans/proof-of-work.ts'
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { argon2id as argon2 } from 'hash-wasm'

/** Derivations between two progress messages: some ten of them a second. */
const REPORT_EVERY: Readonly<Record<WorkAlgorithm, number>> = { ARGON2ID: 1, 'PBKDF2/SHA-256': 20 }

/** Message of the worker: its progress from 0 to 1, the proof, or that this browser cannot compute it, as without WebAssembly or memory. */
export type WorkerWord = { readonly share: number } | { readonly proof: string } | { readonly failed: true }

const say = (word: WorkerWord) => postMessage(word)

const argon2id: DeriveKeyFunction = async ({ cost, memoryCost = 0, keyLength }, salt, password) => ({
  derivedKey: await argon2({
    password,
    salt,
    iterations: cost,
    memorySize: memoryCost,
    parallelism: 1,
    hashLength: keyLength,
    outputType: 'binary',
  }),
})
const DERIVE: Readonly<Record<WorkAlgorithm, DeriveKeyFunction>> = { ARGON2ID: argon2id, 'PBKDF2/SHA-256': pbkdf2 }

addEventListener('message', async ({ data: work }: MessageEvent<Work>) => {
  const { algorithm, data } = work.parameters
  let done = 0
  const solution = await solveChallenge({
    challenge: work,
    timeout: 0,
    deriveKey: (...given) => {
      done += 1
      if (done % REPORT_EVERY[algorithm] === 0) say({ share: done / data.derivations })
      return DERIVE[algorithm](...given)
    },
  }).catch(() => null)
  say(solution === null ? { failed: true } : { proof: btoa(JSON.stringify({ challenge: work, solution })) })
})
