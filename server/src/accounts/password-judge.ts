import { Worker } from 'node:worker_threads'
import { Gate } from '../kernel/gate.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Question, Verdict } from './password-thread.ts'

/**
 * Longest wait for a verdict, in milliseconds. Starting the thread takes half a second of a processor and any password less: only one that
 * never ends takes this long, even where ten programs share each processor.
 */
const LIMIT_MS = 20_000
/** Judged one at a time; who finds so many in front is refused. */
const WAITING = 20
const THREAD = new URL('./password-thread.ts', import.meta.url)

interface JudgeOptions {
  readonly thread?: URL
  readonly limitMs?: number
  readonly waiting?: number
}

/**
 * Judges passwords in a thread of its own: no vote waits for one that was crafted to take long. A password without a
 * verdict in time is refused, never taken: otherwise whoever keeps the judge busy would have any password through.
 */
export class PasswordJudge {
  readonly #gate: Gate
  readonly #url: URL
  readonly #limitMs: number
  #thread: Worker | null = null
  #asked = 0

  constructor({ thread = THREAD, limitMs = LIMIT_MS, waiting = WAITING }: JudgeOptions = {}) {
    this.#url = thread
    this.#limitMs = limitMs
    this.#gate = new Gate({ width: 1, waitingRoom: waiting })
  }

  /** Whether a password is too easy to guess. Refuses with `password_unjudged` where that cannot be told now. */
  async isGuessable(password: string, email: string): Promise<boolean> {
    try {
      return await this.#gate.run(() => this.#judge(password, email))
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
    const ended = () => reject(new Refusal('busy'))
    const timer = setTimeout(ended, this.#limitMs)
    thread.on('message', listen).once('error', reject).once('exit', ended)
    thread.postMessage(question)
    try {
      return await promise
    } catch (error) {
      // One that is still at it would keep the next waiting.
      await this.close()
      throw error
    } finally {
      clearTimeout(timer)
      thread.off('message', listen).off('error', reject).off('exit', ended)
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
