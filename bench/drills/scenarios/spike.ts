import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { voteOf } from '../../calls.ts'
import { percentile } from '../../harness.ts'
import type { Probing } from '../../processes/prober.ts'
import { openArena } from '../arena.ts'
import type { Drill } from '../drill.ts'
import type { Finding } from '../judge.ts'
import { memoryOf } from '../machine.ts'
import { PROXIES, type ProxyKind, startProxy } from '../proxy.ts'
import { type Answer, openPipelines, type Pipeline } from '../sockets.ts'

const FANS = 60_000
/** Connections of the phones. Several phones share one because a process may open only so many. */
const CONNECTIONS = 12_000
/** Connections that measure the capacity. */
const CALM_CONNECTIONS = 256
const TIMES = 5
const CALM_S = 5
const TICK_MS = 10
/** A server lets ballots wait for 4 s, at most 30 000 of some 18 kB each. */
const MAX_MEMORY_MB = 2_000
const PROBE_EVERY_MS = 500
const MAX_PROBES = 60
const PROBER = fileURLToPath(new URL('../../processes/prober.ts', import.meta.url))
const MAX_REFUSAL_MS = 5_000
/** Phones behind a proxy, and the calls that it passes on at a time. */
const PROXIED_PHONES = 4_000
const PASSED_ON = 500
/** Time after which they try again, in milliseconds; `Retry-After` asks for four times as long. */
const RETRY_MS = 500
const MAX_PROXIED_REFUSAL_MS = 1_000

/**
 * Runs five times as many phones as the ballots that one server has just saved in a second. Each casts one a second, or waits for its answer. Then no phone
 * casts; then more do than a proxy passes on at a time, as the examples in deploy/ limit them.
 */
export const spike: Drill = {
  name: 'spike',
  count: 8,
  async run({ count: seconds, seed, say }) {
    const arena = await openArena({ seed, servers: 1, fans: FANS })
    const [server] = arena.servers
    const lines = await openPipelines(server?.port ?? 0, CONNECTIONS)
    const { voting, fans } = arena
    let next = 0
    const statuses: Record<string, number> = {}
    const times: Record<string, number[]> = {}
    let withoutRetryAfter = 0
    /** Draws the ballot that comes next. */
    const draw = () => {
      const [fan = '', match] = [fans[next % fans.length], 1 + (Math.floor(next / fans.length) % 8)]
      next += 1
      const picks = voting.picksOf(match)
      const key = `${fan} ${match}`
      const sent = voting.sent.get(key) ?? { acknowledged: null, doubtful: [] }
      voting.sent.set(key, sent)
      sent.doubtful.push(picks)
      return { picks, sent, call: voteOf({ fan, matchId: match, picks: picks.split(' ').map(Number) }) }
    }
    /** Records the answer to a ballot. Returns its status. */
    const record = ({ picks, sent }: ReturnType<typeof draw>, answer: Answer | null) => {
      const status = answer === null ? 'none' : String(answer.status)
      statuses[status] = (statuses[status] ?? 0) + 1
      const list = times[status] ?? []
      times[status] = list
      list.push(answer?.ms ?? 0)
      if (status === '200') Object.assign(sent, { acknowledged: picks, doubtful: [] })
      if (status === '503' && answer?.retryAfter === false) withoutRetryAfter += 1
      return status
    }
    const cast = async (line: Pipeline) => {
      const ballot = draw()
      return record(ballot, await line.send(ballot.call))
    }
    /**
     * Casts ballots from a separate process, each over its own connection, so that only the server can delay their answers. Returns a function that stops
     * casting, and returns the times of the refusals.
     */
    const startProbes = (port = server?.port ?? 0) => {
      const ballots = Array.from({ length: MAX_PROBES }, draw)
      const child = fork(PROBER)
      child.send({ port, everyMs: PROBE_EVERY_MS, calls: ballots.map(({ call }) => call) } satisfies Probing)
      return async () => {
        child.send('end')
        const [answers] = (await once(child, 'message')) as [(Answer | null)[]]
        child.disconnect()
        // Ballots that were not sent any more have no answer.
        for (const [index, ballot] of ballots.slice(0, answers.length).entries()) record(ballot, answers[index] ?? null)
        return answers.flatMap((answer) => (answer?.status === 503 ? [answer.ms] : []))
      }
    }
    /** Casts ballots one after another over each connection, and returns how many a second were saved. */
    const calm = async (over = lines.slice(0, CALM_CONNECTIONS)) => {
      const before = statuses['200'] ?? 0
      const start = performance.now()
      await Promise.all(
        over.map(async (line) => {
          while (performance.now() - start < CALM_S * 1_000) if ((await cast(line)) === '503') await pause(RETRY_MS)
        }),
      )
      return ((statuses['200'] ?? 0) - before) / ((performance.now() - start) / 1_000)
    }
    /** Makes phones behind a proxy cast one ballot after another, each over its own connection. */
    const spikeBehind = async (kind: ProxyKind) => {
      const proxy = await startProxy(kind, server?.port ?? 0, PASSED_ON)
      let proxied: Pipeline[] = []
      const before = { ...statuses }
      let refusedAfterMs: number[] = []
      const endProbes = startProbes(proxy.port)
      try {
        proxied = await openPipelines(proxy.port, PROXIED_PHONES)
        await calm(proxied)
      } finally {
        refusedAfterMs = await endProbes()
        for (const phone of proxied) phone.end()
        await proxy.stop()
      }
      const count = (status: string) => (statuses[status] ?? 0) - (before[status] ?? 0)
      const [refused, saved] = [count('503'), count('200')]
      return {
        asserted: `behind ${kind.name}: answers 503 over a connection of their own within ${MAX_PROXIED_REFUSAL_MS} ms`,
        found: `${timesOf(refusedAfterMs)}; ${refused} of ${refused + saved} refused; ${memoryOf(server?.child.pid).now} MB`,
        ok: refusedAfterMs.length > 0 && percentile(refusedAfterMs, 0.5) < MAX_PROXIED_REFUSAL_MS,
      }
    }
    try {
      await calm()
      const capacity = await calm()
      const before = memoryOf(server?.child.pid)
      say(`capacity ${Math.round(capacity)} ballots/s; memory ${before.now} MB`)
      const [sent, already] = [[] as Promise<unknown>[], { ...statuses }]
      for (const key of Object.keys(times)) times[key] = []
      const start = performance.now()
      const endProbes = startProbes()
      /** The connection of each phone that has no call without an answer. */
      const idle = Array.from({ length: TIMES * capacity }, (_, phone) => lines[phone % CONNECTIONS] as Pipeline)
      const castOnce = async (line: Pipeline) => {
        await cast(line)
        idle.push(line)
      }
      while (performance.now() - start < seconds * 1_000) {
        const due = (TIMES * capacity * (performance.now() - start)) / 1_000 - sent.length
        for (const line of idle.splice(0, due)) sent.push(castOnce(line))
        await pause(TICK_MS)
      }
      const rate = sent.length / seconds
      say(`sent ${Math.round(rate)} ballots/s for ${seconds} s`)
      const ended = performance.now()
      const probed = endProbes()
      await Promise.race([Promise.all(sent), pause(120_000, null, { ref: false })])
      const drained = (performance.now() - ended) / 1_000
      const refusedAfterMs = await probed
      const left = lines.reduce((sum, line) => sum + line.pending, 0)
      const spiked = Object.fromEntries(
        Object.entries(statuses).map(([status, n]) => [status, n - (already[status] ?? 0)]),
      )
      const during = Object.entries(times).map(
        ([status, ms]) => `${status}: ${Math.round(percentile(ms, 0.5))} and ${Math.round(percentile(ms, 0.95))} ms`,
      )
      const after = await calm()
      const memory = memoryOf(server?.child.pid)
      const behind: Finding[] = []
      for (const kind of PROXIES) behind.push(await spikeBehind(kind))
      const verdict = await arena.verdict()
      return [
        {
          asserted: 'spike',
          found: `${Math.round(rate)} ballots/s, ${(rate / capacity).toFixed(1)} times ${Math.round(capacity)}: ${JSON.stringify(spiked)}`,
          ok: true,
        },
        { asserted: 'answers in the spike, median and 95 %', found: during.join(', '), ok: true },
        {
          asserted: 'answers 503 over a connection of their own',
          found: timesOf(refusedAfterMs),
          ok: percentile(refusedAfterMs, 0.5) < MAX_REFUSAL_MS,
        },
        {
          asserted: 'each 503 names a moment to try again',
          found: `${withoutRetryAfter} without`,
          ok: withoutRetryAfter === 0,
        },
        {
          asserted: 'no answer but 200 and 503',
          found: `${left} unanswered`,
          ok: left === 0 && Object.keys(statuses).every((status) => ['200', '503'].includes(status)),
        },
        { asserted: 'drained after the spike', found: `${drained.toFixed(1)} s`, ok: drained < 60 },
        {
          asserted: `memory at most ${MAX_MEMORY_MB} MB`,
          found: `${before.now} MB before, ${memory.peak} MB at most, ${memory.now} MB after`,
          ok: memory.peak < MAX_MEMORY_MB,
        },
        ...behind,
        { asserted: 'as fast afterwards', found: `${Math.round(after)} ballots/s`, ok: after > capacity / 3 },
        { asserted: 'the server survived', found: `${server?.starts} start`, ok: server?.starts === 1 },
        ...verdict,
      ]
    } finally {
      for (const line of lines) line.end()
      await arena.stop()
    }
  },
}

const timesOf = (ms: readonly number[]) =>
  `${ms.length}, median ${Math.round(percentile(ms, 0.5))} ms, at most ${Math.round(Math.max(0, ...ms))} ms`
