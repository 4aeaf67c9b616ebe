import { Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '../../../kernel/concurrency-limit.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Question, Verdict } from './password-thread.ts'

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
  readonly #limit: ConcurrencyLimit
  readonly #url: URL
  readonly #limitMs: number
  #thread: Worker | null = null
  #asked = 0

  constructor({ thread = THREAD, limitMs = LIMIT_MS, waiting = WAITING }: JudgeOptions = {}) {
    this.#url = thread
    this.#limitMs = limitMs
    this.#limit = new ConcurrencyLimit({ max: 1, maxQueued: waiting })
  }

  /** Whether a password is too easy to guess. Refuses with `password_unjudged` if there is no verdict in time. */
  async isGuessable(password: string, email: string): Promise<boolean> {
    try {
      return await this.#limit.run(() => this.#judge(password, email))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal('password_unjudged')
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  async #judge(password: string, email: string): Promise<boolean> {
    const thread = this.#thread ?? this.#open()
    this.#asked += 1
    const question: Question = { id: this.#asked, password, email }
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const listen = (verdict: Verdict) => {
      if (verdict.id === question.id) resolve(verdict.isGuessable)
    }
    const giveUp = () => reject(new Refusal('busy'))
    const timer = setTimeout(giveUp, this.#limitMs)
    thread.on('message', listen).once('error', reject).once('exit', giveUp)
    thread.postMessage(question)
    try {
      return await promise
    } catch (error) {
      // A thread that is still busy would block the next password.
      await this.close()
      throw error
    } finally {
      clearTimeout(timer)
      thread.off('message', listen).off('error', reject).off('exit', giveUp)
    }
  }

  #open(): Worker {
    const thread = new Worker(this.#url)
    thread.unref()
    thread.on('error', () => {})
    this.#thread = thread
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = null
    })
    return thread
  }
}
