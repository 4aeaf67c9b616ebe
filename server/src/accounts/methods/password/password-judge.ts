import { Thread, ThreadLostError } from '../../../infra/jobs/thread.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Question } from './password-thread.ts'

/**
 * Longest wait for a verdict, in milliseconds. Starting the thread takes half a second of a processor, and any password less: only a thread that never
 * finishes takes this long, even if ten programs share each processor.
 */
const LIMIT_MS = 20_000
/** Passwords are judged one at a time, and refused if so many are queued already. */
const WAITING = 20
const THREAD = new URL('./password-thread.ts', import.meta.url)

interface JudgeOptions {
  readonly thread?: URL
  readonly limitMs?: number
  readonly waiting?: number
}

/**
 * Judges passwords in a thread of its own, so that no vote waits for one that was crafted to take long. Fails closed: a password without a verdict in
 * time is refused, or else an attacker who keeps the judge busy would get any password accepted.
 */
export class PasswordJudge {
  readonly #thread: Thread<Question, boolean>

  constructor({ thread = THREAD, limitMs = LIMIT_MS, waiting = WAITING }: JudgeOptions = {}) {
    this.#thread = new Thread(thread, { limitMs, maxWaiting: waiting })
  }

  /** Whether a password is too easy to guess. Refuses with `password_unjudged` if there is no verdict in time. */
  async isGuessable(password: string, email: string): Promise<boolean> {
    try {
      return await this.#thread.ask({ password, email })
    } catch (error) {
      if (error instanceof ThreadLostError || error instanceof Refusal) throw new Refusal('password_unjudged')
      throw error
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}
