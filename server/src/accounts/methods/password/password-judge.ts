import { createHash } from 'node:crypto'
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

  /** Returns whether a password is too easy to guess. Refuses with `password_unjudged` if there is no verdict in time. */
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

const LEAKS_LIMIT_MS = 1_500
const HASH_PREFIX = 5
const ANSWER_BYTES = 200_000

/**
 * Returns whether a password is known from a leak. Asks a service, which receives only the first five digits of its hash (the range protocol of Have I Been
 * Pwned). Returns `false` if the service does not answer in time.
 */
export async function isLeaked(password: string, serviceUrl: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${serviceUrl}/range/${hash.slice(0, HASH_PREFIX)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(LEAKS_LIMIT_MS),
    })
    if (!answer.ok) return false
    const lines = (await answer.text()).slice(0, ANSWER_BYTES).split('\n')
    return lines.some((line) => {
      const [suffix, times] = line.trim().split(':')
      return suffix === hash.slice(HASH_PREFIX) && Number(times) > 0
    })
  } catch {
    return false
  }
}
