import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'

/** A request as data. */
export interface Call {
  readonly method?: 'GET' | 'PUT' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Load on one server. Each connection sends its own share of the calls, again and again. */
export interface Load {
  readonly port: number
  readonly connections: number
  /** Maximum number of calls of a connection per second. If unset, it sends the next call after each answer. */
  readonly perSecond?: number
  readonly seconds: number
  readonly calls: readonly Call[]
}

interface LoadResult {
  readonly perSecond: number
  /** Number of answers by status. `none`: connections that failed or got no answer in time. */
  readonly answers: Readonly<Record<string, number>>
}

const SAMPLE_MS = 100
const CALL_EVERY_MS = 20

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Sends load from this process. */
export async function load({ port, connections, perSecond, seconds, calls }: Load) {
  const results = await Promise.all(
    Array.from({ length: connections }, (_, own) => {
      const share = calls.filter((_call, index) => index % connections === own % calls.length)
      const rate = perSecond === undefined ? {} : { overallRate: perSecond }
      const options = { ...rate, duration: seconds, requests: share.map(requestOf) }
      return autocannon({ ...options, url: `http://127.0.0.1:${port}`, connections: 1, sampleInt: SAMPLE_MS })
    }),
  )
  const answers: Record<string, number> = {}
  const add = (status: string, count: number) => {
    if (count > 0) answers[status] = (answers[status] ?? 0) + count
  }
  for (const { statusCodeStats, errors } of results) {
    for (const [status, { count = 0 }] of Object.entries(statusCodeStats ?? {})) add(status, count)
    add('none', errors)
  }
  const answered = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return { perSecond: answered / Math.max(...results.map(({ duration }) => duration)), answers } satisfies LoadResult
}

/** Copies a call, because the library changes the object that it gets. */
function requestOf({ headers, ...call }: Call): autocannon.Request {
  return { ...call, ...(headers === undefined ? {} : { headers: { ...headers } }) }
}

/** Sends load from a separate process, so that only the server can slow down the calls of this one. */
async function loadApart(order: Load): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./processes/loader.ts', import.meta.url)))
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The load ended with code ${code}`)))
  child.send(order)
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [LoadResult]
  ended.catch(() => {})
  child.disconnect()
  return result
}

/** Sends one call. Returns the answer with its body. */
export async function send(port: number, { method = 'GET', path, headers = {}, body }: Call, signal?: AbortSignal) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.text() }
}

const STARTS_IN_MS = 10_000

/** Starts a program that serves HTTP at a port, and waits until it answers. Stops it and throws after 10 s without an answer. */
export async function startCommand([command = '', ...parameters]: readonly string[], port: number) {
  const child = spawn(command, parameters, { stdio: 'ignore' })
  const ended = once(child, 'exit').catch(() => undefined)
  const stop = async () => {
    child.kill()
    await ended
  }
  const answers = () =>
    send(port, { path: '/' }).then(
      ({ status }) => status < 500,
      () => false,
    )
  for (const until = performance.now() + STARTS_IN_MS; !(await answers()); await pause(SAMPLE_MS)) {
    if (performance.now() < until) continue
    await stop()
    throw new Error(`No answer of ${command} ${parameters.join(' ')}`)
  }
  return { stop }
}

/** Command that keeps nginx in the foreground, and all its files in a folder. */
export const nginxCommand = (file: string, dir: string) =>
  ['nginx', '-c', file, '-p', dir, '-e', `${dir}/error.log`, '-g', 'daemon off;'] as const

/** Sends one call. Throws at an answer other than 200. */
export async function succeed(port: number, call: Call): Promise<void> {
  const { status, body } = await send(port, call)
  if (status !== 200) throw new Error(`${call.path} was answered ${status}: ${body.slice(0, 200)}`)
}

/** Repeats an act, as a single fan does. Returns the duration of each run, in ms. */
async function timesOf(act: () => Promise<void>, seconds: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const start = performance.now()
    await act()
    times.push(performance.now() - start)
    await pause(CALL_EVERY_MS)
  }
  return times
}

/** Acts of honest fans while others send load, by name. */
export type Honest = Readonly<Record<string, () => Promise<void>>>

interface Comparison {
  readonly title: string
  readonly port: number
  readonly honest: Honest
  /** Load to withstand, on the same port. */
  readonly load: Omit<Load, 'port'>
  readonly restSeconds: number
  /** Processor time of the server so far, in microseconds. */
  readonly cpu: () => Promise<number>
}

/** Prints how long honest calls take at rest, under load and afterwards, in the same run, and the processor time of the server. */
export async function compare({ title, port, honest, load, restSeconds, cpu }: Comparison): Promise<void> {
  const phase = async (seconds: number) => {
    const [before, start] = [await cpu(), performance.now()]
    const times = Object.values(honest).map((act) => timesOf(act, seconds))
    const measured = await Promise.all(times)
    return { measured, busy: ((await cpu()) - before) / (performance.now() - start) / 1_000 }
  }
  const rest = await phase(restSeconds)
  const sending = loadApart({ ...load, port })
  await pause(1_000)
  const during = await phase(load.seconds - 2)
  const { perSecond, answers } = await sending
  const after = await phase(restSeconds)
  say(`${title}: ${Math.round(perSecond)} answers/s over ${load.connections} connections ${JSON.stringify(answers)}`)
  say(`    processors of the server: ${[rest, during, after].map(({ busy }) => busy.toFixed(2)).join(' / ')}`)
  for (const [index, name] of Object.keys(honest).entries()) {
    const figures = [0.5, 0.95].map((share) => {
      const [first = 0, ...others] = [rest, during, after].map(({ measured }) =>
        percentile(measured[index] ?? [], share),
      )
      return `p${share * 100} ${first.toFixed(1)} / ${others.map((ms) => `${ms.toFixed(1)} (x ${(ms / first).toFixed(2)})`).join(' / ')}`
    })
    say(`    ${name}, ms at rest / during / after: ${figures.join('; ')}`)
  }
}

/** Returns the percentile of durations: the value below which a share of them lies. */
export function percentile(times: readonly number[], share: number): number {
  return [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
