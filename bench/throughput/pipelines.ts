import { connect } from 'node:net'
import type { Call } from '../harness.ts'

const STATUS_LINE = Buffer.from('HTTP/1.1 ')
const STATUS_BYTES = STATUS_LINE.length + 3

interface Flow {
  readonly port: number
  readonly sockets: number
  /** Calls that a socket sends before the answer to the first. */
  readonly depth: number
  /** Sends the calls again and again for this long. Without it, sends each once. */
  readonly seconds?: number
  readonly calls: readonly Call[]
  readonly expected: 200 | 304
}

/**
 * Sends pipelined calls, prepared as bytes, and counts the answers by their status lines. For rates at which the library of harness.ts, which takes three
 * times the processor time for each answer, would slow the server. `between` runs once the calls are prepared. Throws at an answer other than the
 * expected one. `times`: of each answer, in milliseconds, if a socket has one call at a time.
 */
export async function pipeline({ port, sockets, depth, seconds, calls, expected }: Flow, between = async () => {}) {
  const requests = calls.map(bytesOf)
  const wanted = Buffer.from(`HTTP/1.1 ${expected}`)
  await between()
  let [next, answered] = [0, 0]
  const times: number[] = []
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 1_000
  const left = () => (seconds === undefined ? requests.length - next : elapsed() < seconds ? Infinity : 0)
  const drive = () =>
    new Promise<void>((done, fail) => {
      let [open, tail, sentAt] = [0, Buffer.alloc(0), 0]
      const send = (most: number) => {
        const count = Math.min(most, left())
        open += count
        sentAt = performance.now()
        const batch = Array.from({ length: count }, () => requests[next++ % requests.length] ?? Buffer.alloc(0))
        if (count > 0) socket.write(Buffer.concat(batch))
        else if (open === 0) socket.end(done)
      }
      const socket = connect(port, '127.0.0.1', () => send(depth))
      socket.setNoDelay(true).once('error', fail)
      socket.on('data', (chunk) => {
        const { count, others, rest } = statusesIn(Buffer.concat([tail, chunk]), wanted)
        tail = rest
        if (others > 0) fail(new Error(`Not answered ${expected}: ${chunk.toString().slice(0, 1_000)}`))
        answered += count
        if (depth === 1 && count > 0) times.push(performance.now() - sentAt)
        open -= count
        send(count)
      })
    })
  await Promise.all(Array.from({ length: sockets }, drive))
  return { answered, seconds: elapsed(), times }
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
