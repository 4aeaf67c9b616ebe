import { connect } from 'node:net'

export interface LoadOptions {
  readonly port: number
  readonly sockets: number
  /** Requests under way on each socket. */
  readonly depth: number
  readonly seconds: number
  /** A whole HTTP/1.1 request as bytes, made before the clock starts. */
  readonly requests: readonly Buffer[]
  readonly expected: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly answered: number
  readonly unexpected: number
}

const STATUS_LINE = Buffer.from('HTTP/1.1 ')

/** Sends prepared requests over pipelined sockets for a while, and counts answers by their status line. */
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
      const done = countAnswers(chunk, options.expected, state)
      open -= done
      if (!state.ended && done > 0) send(done)
      else if (state.ended && open <= 0) socket.end(resolve)
    })
    socket.once('error', reject)
  })
}

/** Bodies here never hold a status line, and a status line cut between two chunks is rare enough to wait for the next answer. */
function countAnswers(chunk: Buffer, expected: number, state: State): number {
  let count = 0
  const wanted = String(expected)
  for (let at = chunk.indexOf(STATUS_LINE); at !== -1; at = chunk.indexOf(STATUS_LINE, at + STATUS_LINE.length)) {
    count += 1
    const from = at + STATUS_LINE.length
    if (chunk.toString('latin1', from, from + 3) !== wanted) state.unexpected += 1
  }
  state.answered += count
  return count
}
