import { connect } from 'node:net'

export interface LoadOptions {
  readonly port: number
  readonly sockets: number
  /** Pipelined requests per socket. */
  readonly depth: number
  readonly seconds: number
  /** Whole HTTP/1.1 requests as bytes, prepared before the measurement. */
  readonly requests: readonly Buffer[]
  readonly expected: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  readonly unexpected: number
}

const STATUS_LINE = Buffer.from('HTTP/1.1 ')
const STATUS_BYTES = STATUS_LINE.length + 3

/** Sends prepared requests over pipelined sockets for `seconds`, and counts answers by their status lines. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const state = { next: 0, answered: 0, unexpected: 0, ended: false }
  const start = performance.now()
  const timer = setTimeout(() => {
    state.ended = true
  }, options.seconds * 1000)
  await Promise.all(Array.from({ length: options.sockets }, () => drive(options, state)))
  clearTimeout(timer)
  const seconds = (performance.now() - start) / 1000
  return { perSecond: state.answered / seconds, answered: state.answered, unexpected: state.unexpected }
}

interface State {
  next: number
  answered: number
  unexpected: number
  ended: boolean
}

function drive(options: LoadOptions, state: State): Promise<void> {
  const socket = connect(options.port, '127.0.0.1')
  socket.setNoDelay(true)
  const count = answerCounter(options.expected, state)
  let open = 0
  const send = (count: number) => {
    const batch: Buffer[] = []
    for (let i = 0; i < count; i += 1) {
      const request = options.requests[state.next++ % options.requests.length]
      if (request !== undefined) batch.push(request)
    }
    open += batch.length
    socket.write(Buffer.concat(batch))
  }
  return new Promise((resolve, reject) => {
    socket.once('connect', () => send(options.depth))
    socket.on('data', (chunk: Buffer) => {
      const done = count(chunk)
      open -= done
      if (!state.ended && done > 0) send(done)
      else if (state.ended && open <= 0) socket.end(resolve)
    })
    socket.once('error', reject)
  })
}

/** Counts status lines. Searches the tail of each chunk again with the next one, to find lines split between two chunks. */
function answerCounter(expected: number, state: State): (chunk: Buffer) => number {
  const wanted = Buffer.from(String(expected))
  let tail = Buffer.alloc(0)
  return (chunk) => {
    const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
    let count = 0
    let seen = 0
    for (
      let at = bytes.indexOf(STATUS_LINE);
      at !== -1 && at + STATUS_BYTES <= bytes.length;
      at = bytes.indexOf(STATUS_LINE, seen)
    ) {
      count += 1
      seen = at + STATUS_BYTES
      if (!bytes.subarray(seen - wanted.length, seen).equals(wanted)) state.unexpected += 1
    }
    tail = Buffer.from(bytes.subarray(Math.max(seen, bytes.length - STATUS_BYTES + 1)))
    state.answered += count
    return count
  }
}
