import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { isGuessable } from './guessable.ts'

/** A password to be judged, and the verdict. */
export interface Question {
  readonly id: number
  readonly password: string
  readonly email: string
}
export interface Verdict {
  readonly id: number
  readonly isGuessable: boolean
}

/** Lower priority than everything that serves fans. Only on Linux does it apply to the thread; elsewhere it would apply to the whole server. */
const NICE = 5
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', ({ id, password, email }: Question) => {
  const verdict: Verdict = { id, isGuessable: isGuessable(password, email) }
  parentPort?.postMessage(verdict)
})
