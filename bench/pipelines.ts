import { connect } from 'node:net'
import type { Call } from './harness.ts'

const SOCKETS = 32
const STATUS_LINE = Buffer.from('HTTP/1.1 ')
const STATUS_BYTES = STATUS_LINE.length + 3

interface Flow {
  readonly port: number
  /** Calls that a socket sends before the answer to the first. */
  readonly depth: number
  readonly seconds: number
  readonly calls: readonly Call[]
  readonly expected: 200 | 304
}

/**
 * Returns the answers per second to pipelined calls, prepared as bytes and counted by status lines. For rates at which the library of harness.ts, which
 * takes three times the processor time for each answer, would slow the server. Throws at an answer other than the expected one.
 */
export async function answersPerSecond({ port, depth, seconds, calls, expected }: Flow): Promise<number> {
  const requests = calls.map(bytesOf)
  const wanted = Buffer.from(`HTTP/1.1 ${expected}`)
  let [next, answered] = [0, 0]
  const start = performance.now()
  const drive = () =>
    new Promise<void>((done, fail) => {
      let [open, tail] = [depth, Buffer.alloc(0)]
      const batch = (count: number) =>
        Buffer.concat(Array.from({ length: count }, () => requests[next++ % requests.length] ?? Buffer.alloc(0)))
      const socket = connect(port, '127.0.0.1', () => socket.write(batch(depth)))
      socket.setNoDelay(true).once('error', fail)
      socket.on('data', (chunk) => {
        const { count, others, rest } = statusesIn(Buffer.concat([tail, chunk]), wanted)
        tail = rest
        if (others > 0) fail(new Error(`Not answered ${expected}`))
        answered += count
        if (performance.now() - start < seconds * 1_000) socket.write(batch(count))
        else open -= count
        if (open <= 0) socket.end(done)
      })
    })
  await Promise.all(Array.from({ length: SOCKETS }, drive))
  return answered / ((performance.now() - start) / 1_000)
}

/** Counts whole status lines, and those among them that are not the wanted one. `rest` may begin another, and belongs to the next chunk. */
function statusesIn(bytes: Buffer, wanted: Buffer) {
  let [count, others, seen] = [0, 0, 0]
  let at = bytes.indexOf(STATUS_LINE)
  while (at !== -1 && at + STATUS_BYTES <= bytes.length) {
    seen = at + STATUS_BYTES
    count += 1
    if (!bytes.subarray(at, seen).equals(wanted)) others += 1
    at = bytes.indexOf(STATUS_LINE, seen)
  }
  return { count, others, rest: Buffer.from(bytes.subarray(Math.max(seen, bytes.length - STATUS_BYTES + 1))) }
}

function bytesOf({ method = 'GET', path, headers = {}, body = '' }: Call): Buffer {
  const sent = { host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}
