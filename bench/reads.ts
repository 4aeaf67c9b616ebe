import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { load } from './load.ts'

const SOCKETS = 32
const DEPTH = 16
const READS_APART_MS = 20

/** Address of the list that the home screen reads. */
export const HOME_ADDRESS = '/api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080'

interface Answer {
  readonly etag: string
  readonly bytes: number
}

/** Fetches an answer, for its ETag and for the size that the bare route needs. */
export async function answerOf(port: number, path: string): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } })
  const body = await answer.arrayBuffer()
  return { etag: answer.headers.get('etag') ?? '', bytes: body.byteLength }
}

/** Measures reads per second of one address, full (200) or unchanged (304). */
export async function reads(port: number, path: string, etag: string | null, seconds: number): Promise<number> {
  const condition = etag === null ? '' : `if-none-match: ${etag}\r\n`
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${condition}\r\n`)
  const expected = etag === null ? 200 : 304
  const result = await load({ port, sockets: SOCKETS, depth: DEPTH, seconds, requests: [request], expected })
  if (result.unexpected > 0) throw new Error(`${path}: ${result.unexpected} answers were not ${expected}`)
  return result.perSecond
}

/** Measures full answers to a single reader, one after the other on one connection. Returns the duration of each, in ms. */
export async function readTimes(port: number, path: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const read = () =>
    new Promise<number | undefined>((done, fail) => {
      get({ port, host: '127.0.0.1', path, agent }, (answer) => {
        answer.resume().once('end', () => done(answer.statusCode))
      }).once('error', fail)
    })
  const times: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const start = performance.now()
    const status = await read()
    if (status !== 200) throw new Error(`${path} was answered ${status}`)
    times.push(performance.now() - start)
    await pause(READS_APART_MS)
  }
  agent.destroy()
  return times
}
