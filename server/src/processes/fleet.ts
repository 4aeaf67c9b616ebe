import type { ChildProcess } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { pause } from '../kernel/clock.ts'
import { type Outside, type Running, type ServerOrder, type ServerReport, STOP_LIMIT_MS } from './messages.ts'

/** Attempts to start a server, while none serves, after which the whole ends. */
const MAX_ATTEMPTS = 5
/** Time after which a server that does not end is killed, longer than its own limit. */
const KILL_AFTER_MS = 2.5 * STOP_LIMIT_MS

interface FleetParts {
  /** Module that calls `serve`. */
  readonly exec: string
  readonly count: number
  readonly port: number
  readonly outside: Outside
  /** Whether one of them runs the jobs. */
  readonly works: boolean
  /** Environment of the servers, added to this process's own. */
  readonly env?: Readonly<Record<string, string>>
  readonly onProgress: (message: string) => void
  readonly onTrouble: (facts: object, message: string) => void
}

interface Member {
  readonly worker: Worker
  state: 'starting' | 'serving' | 'leaving'
}

/** The servers of this machine: processes that share one port. Replaces those that die, and restarts them one after another (docs/decisions/101). */
export class Fleet {
  readonly #parts: FleetParts
  readonly #members = new Set<Member>()
  readonly #pace = new RestartPace()
  readonly #ending = new AbortController()
  readonly #failure = Promise.withResolvers<never>()
  /** The server that runs the jobs. */
  #jobs: Member | null = null
  #restarting: Promise<void> | null = null
  #isRestartWanted = false

  constructor(parts: FleetParts) {
    this.#parts = parts
    this.#failure.promise.catch(() => {})
    cluster.schedulingPolicy = cluster.SCHED_RR
    cluster.setupPrimary({ exec: parts.exec })
  }

  /** Rejects once no server serves, and none can be started. */
  get failure(): Promise<never> {
    return this.#failure.promise
  }

  /**
   * Starts the first server, which migrates the database, then the others. Resolves once the first serves, with a promise of all.
   * @param ready None serves before this resolves.
   */
  async start(ready: Promise<unknown>): Promise<{ readonly running: Running; readonly all: Promise<unknown> }> {
    const running = await this.#begin(this.#parts.works, ready)
    return { running, all: Promise.all(Array.from({ length: this.#parts.count - 1 }, () => this.#add())) }
  }

  /** Restarts all servers, one after another: a new one serves before an old one leaves. If a new one does not start, the old ones stay. */
  restart(): Promise<void> {
    this.#isRestartWanted = true
    this.#restarting ??= this.#restartAll().finally(() => {
      this.#restarting = null
    })
    return this.#restarting
  }

  /** Stops all servers, and returns whether each ended in order. */
  async stop(): Promise<boolean> {
    this.#ending.abort()
    const workers = [...this.#members].map(({ worker }) => worker)
    for (const worker of workers) send(worker, { do: 'stop' })
    return (await Promise.all(workers.map(exitOf))).every((code) => code === 0)
  }

  /** Starts a server, and resolves once it serves. */
  #begin(works: boolean, ready: Promise<unknown> = Promise.resolve()): Promise<Running> {
    const { port, outside, env, onProgress } = this.#parts
    const worker = cluster.fork(env)
    const member: Member = { worker, state: 'starting' }
    this.#members.add(member)
    if (works) this.#jobs = member
    const { promise, resolve, reject } = Promise.withResolvers<Running>()
    // Of a message to a process that has ended.
    worker.on('error', () => {})
    worker.on('message', (report: ServerReport) => {
      if (typeof report !== 'object' || report === null || !('is' in report)) return
      if (report.is === 'progress') onProgress(report.message)
      if (report.is === 'left') send(worker, { do: 'finish' })
      if (report.is !== 'ready') return
      member.state = 'serving'
      this.#handJobsOver()
      resolve(report.running)
    })
    worker.once('exit', (code, signal) => {
      this.#members.delete(member)
      reject(new Error(`A server ended with ${signal ?? code} before it served`))
      if (member.state === 'serving') this.#lose({ pid: worker.process.pid, code, signal })
    })
    returnLostConnections(worker.process)
    send(worker, { do: 'start', assignment: { port, outside, works } })
    ready.then(
      () => send(worker, { do: 'open' }),
      (error: unknown) => {
        reject(error)
        send(worker, { do: 'stop' })
      },
    )
    return promise
  }

  #lose(facts: object): void {
    if (this.#ending.signal.aborted) return
    this.#parts.onTrouble(facts, 'a server died: another one starts')
    this.#handJobsOver()
    void this.#add(this.#pace.pauseAfterDeath(performance.now()))
  }

  /** Adds a server, in several attempts if necessary, unless there are enough. */
  async #add(afterMs = 0): Promise<void> {
    await pause(afterMs, this.#ending.signal)
    for (let attempt = 1; !this.#ending.signal.aborted; attempt += 1) {
      if (this.#staying().length >= this.#parts.count) return
      try {
        await this.#begin(false)
        return
      } catch (error) {
        if (this.#ending.signal.aborted) return
        this.#parts.onTrouble({ err: error, attempt }, 'a server does not start')
        if (attempt >= MAX_ATTEMPTS && !this.#staying().some(({ state }) => state === 'serving')) {
          this.#failure.reject(error)
          return
        }
        await pause(this.#pace.pauseAfterDeath(performance.now()), this.#ending.signal)
      }
    }
  }

  #staying(): Member[] {
    return [...this.#members].filter(({ state }) => state !== 'leaving')
  }

  /** Makes the newest server run the jobs, unless another one does. */
  #handJobsOver(): void {
    const isDone = this.#jobs !== null && this.#members.has(this.#jobs) && this.#jobs.state !== 'leaving'
    if (!this.#parts.works || isDone) return
    this.#jobs = this.#staying().findLast(({ state }) => state === 'serving') ?? null
    if (this.#jobs !== null) send(this.#jobs.worker, { do: 'work' })
  }

  async #restartAll(): Promise<void> {
    while (this.#isRestartWanted) {
      this.#isRestartWanted = false
      for (const member of this.#staying()) {
        if (this.#ending.signal.aborted) return
        try {
          await this.#begin(false)
        } catch (error) {
          if (!this.#ending.signal.aborted)
            this.#parts.onTrouble({ err: error }, 'restart given up: a new server does not start')
          return
        }
        if (!this.#members.has(member)) continue
        member.state = 'leaving'
        this.#handJobsOver()
        send(member.worker, { do: 'leave' })
        await exitOf(member.worker)
      }
    }
    this.#parts.onProgress(`${this.#parts.count} servers restarted`)
  }
}

function send(worker: Worker, order: ServerOrder): void {
  if (worker.isConnected()) worker.send(order)
}

/** Waits until a server has ended, and kills it if that takes too long. Returns its code, `null` for a killed one. */
async function exitOf(worker: Worker): Promise<number | null> {
  const { process: child } = worker
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const timer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS)
  await once(worker, 'exit')
  clearTimeout(timer)
  return child.exitCode
}

/** Node's own message about a new connection, or the answer to one. */
interface Handed {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/**
 * Gives the connections on their way to a server that dies to another one. Node forgets them, and their clients would wait for ever: this answers Node in the
 * name of the dead server that it did not accept them.
 */
function returnLostConnections(child: ChildProcess): void {
  const onTheWay = new Set<number>()
  const sendOn = child.send.bind(child) as (...message: unknown[]) => boolean
  child.send = (...message: unknown[]) => {
    const { act, seq } = message[0] as Handed
    if (act === 'newconn' && seq !== undefined) onTheWay.add(seq)
    return sendOn(...message)
  }
  child.on('internalMessage', ({ ack }: Handed) => {
    if (ack !== undefined) onTheWay.delete(ack)
  })
  child.once('exit', () => {
    for (const ack of [...onTheWay]) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
  })
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Paces the replacement of processes that die: the first within a minute at once, the next ones after pauses that double. */
export class RestartPace {
  #deaths: number[] = []

  /** Notes a death. Returns the time until its replacement may start, in milliseconds. @param at In milliseconds. */
  pauseAfterDeath(at: number): number {
    this.#deaths = [...this.#deaths.filter((death) => death > at - MINUTE_MS), at]
    const others = this.#deaths.length - 1
    return others === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (others - 1), MAX_PAUSE_MS)
  }
}
