import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { isGuessable } from './guessable.ts'

/** One password to be judged, and what is found. */
export interface Question {
  readonly id: number
  readonly password: string
  readonly email: string
}
export interface Verdict {
  readonly id: number
  readonly isGuessable: boolean
}

/** Behind everything that serves fans. On Linux the priority is the thread's own; elsewhere it would be the whole server's. */
const NICE = 5
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', ({ id, password, email }: Question) => {
  const verdict: Verdict = { id, isGuessable: isGuessable(password, email) }
  parentPort?.postMessage(verdict)
})
