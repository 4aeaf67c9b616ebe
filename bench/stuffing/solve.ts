import { argon2, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { Work } from '@tribune/contract/proof-of-work.ts'

const [argon2Async, pbkdf2Async] = [promisify(argon2), promisify(pbkdf2)]

interface Solution {
  readonly counter: number
  readonly derivedKey: string
}

/** Derives keys one after another, in native code on another thread, until one fits. The solution is `null` if the signal aborts first. */
export async function solve({ parameters }: Work, signal?: AbortSignal) {
  const { nonce, salt, cost, keyLength, keyPrefix, memoryCost, data } = parameters
  const [message, nonceOfKey] = [Buffer.alloc(Buffer.byteLength(nonce, 'hex') + 4), Buffer.from(salt, 'hex')]
  message.write(nonce, 'hex')
  const derive = (): Promise<Buffer> =>
    memoryCost === undefined
      ? pbkdf2Async(message, nonceOfKey, cost, keyLength, 'sha256')
      : argon2Async('argon2id', {
          message,
          nonce: nonceOfKey,
          memory: memoryCost,
          passes: cost,
          parallelism: 1,
          tagLength: keyLength,
        })
  for (let counter = 0; counter < data.derivations; counter += 1) {
    message.writeUInt32BE(counter, message.length - 4)
    const derivedKey = (await derive()).toString('hex')
    const solution: Solution = { counter, derivedKey }
    if (derivedKey.startsWith(keyPrefix)) return { solution, derivations: counter + 1 }
    if (signal?.aborted) return { solution: null, derivations: counter + 1 }
  }
  throw new Error('The work has no solution')
}

/** Returns solved work as the value of the challenge header. */
export function proofOf(challenge: Work, solution: Solution): string {
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
