import type { ChildProcess } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import type { Order } from './processes/server.ts'
import { order } from './start-server.ts'

/** Sockets opened at once: more would overflow the server's accept queue. */
const OPENED_TOGETHER = 100
const END = Buffer.from('\n\n')
const GREETING = 'event: hello'
/** The event to wait for; heartbeats are ignored. */
const AWAITED = 'event: match'

/** Sockets that listen to one stream. */
interface Listeners {
  readonly count: number
  /** Sends an order to the server. Returns the text of the event that it causes. */
  nextText(server: ChildProcess, order: Order): Promise<string>
  /** Calls back once all listeners have received another event. */
  onceAllHeard(done: () => void): void
  close(): void
}

export interface FanOut {
  /** Time from a change until the last listener has received it: median over the events. */
  readonly lastMs: number
  /** Processor time of the server, in microseconds per event and listener. */
  readonly cpuPerWrite: number
}

/** Opens `count` streams and waits until each is greeted. */
export async function openListeners(port: number, path: string, count: number): Promise<Listeners> {
  const sockets: Socket[] = []
  let left = 0
  let done = () => {}
  let text = ''
  const hear = (chunk: Buffer) => {
    if (!chunk.includes(END) || !chunk.includes(AWAITED)) return
    text = chunk.toString('latin1')
    left -= 1
    if (left === 0) done()
  }
  const all = () => {
    left = count
    return new Promise<void>((resolve) => {
      done = resolve
    })
  }
  while (sockets.length < count) {
    const more = Array.from({ length: OPENED_TOGETHER }, () => greeted(port, path))
    sockets.push(...(await Promise.all(more)))
  }
  for (const socket of sockets) socket.on('data', hear)
  return {
    count,
    async nextText(server, order) {
      const heard = all()
      server.send(order)
      await heard
      return text.slice(text.lastIndexOf('id: ', text.indexOf(AWAITED)), text.lastIndexOf('\n\n') + END.length)
    },
    onceAllHeard: (callback) => void all().then(callback),
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

function greeted(port: number, path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`))
    socket.once('error', reject)
    let head = ''
    const read = (chunk: Buffer) => {
      head += chunk.toString('latin1')
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`A listener was refused: ${head.split('\r\n', 1)[0]}`))
      if (!head.includes(GREETING)) return
      socket.off('data', read)
      resolve(socket)
    }
    socket.on('data', read)
  })
}

/** Makes the server push `events` events, each after the previous one has reached all listeners. */
export async function fanOut(
  server: ChildProcess,
  listeners: Listeners,
  change: Order,
  events: number,
): Promise<FanOut> {
  const times: number[] = []
  const before = await order(server, { do: 'measure' })
  for (let event = 0; event < events; event += 1) {
    const heard = new Promise<bigint>((done) => listeners.onceAllHeard(() => done(process.hrtime.bigint())))
    const { at } = await order(server, change)
    times.push(Number((await heard) - BigInt(at)) / 1e6)
  }
  const after = await order(server, { do: 'measure' })
  const lastMs = times.sort((a, b) => a - b)[Math.floor(events / 2)] ?? 0
  return { lastMs, cpuPerWrite: (after.cpu - before.cpu) / (events * listeners.count) }
}
