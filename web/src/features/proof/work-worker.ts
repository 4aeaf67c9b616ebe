import type { Work } from '@tribune/contract/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Derivations between two progress messages. */
const REPORT_EVERY = 20

/** Message of the worker: its progress from 0 to 1, or the proof, `null` if there is no solution. */
export type WorkerWord = { readonly share: number } | { readonly proof: string | null }

const say = (word: WorkerWord) => postMessage(word)

addEventListener('message', async ({ data: work }: MessageEvent<Work>) => {
  const { derivations } = work.parameters.data
  let done = 0
  const solution = await solveChallenge({
    challenge: work,
    timeout: 0,
    deriveKey: (...given) => {
      done += 1
      if (done % REPORT_EVERY === 0) say({ share: done / derivations })
      return deriveKey(...given)
    },
  }).catch(() => null)
  say({ proof: solution === null ? null : btoa(JSON.stringify({ challenge: work, solution })) })
})
