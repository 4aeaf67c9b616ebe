import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openArena } from '../arena.ts'
import type { Drill } from '../drill.ts'
import { memoryOf } from '../machine.ts'

const HELD_MS = 180_000
const MAX_MEMORY_MB = 1_000
/** Every so often a slow client sends another byte. */
const BYTE_EVERY_MS = 1_000

/** Bytes that a hostile client sends at first, and then one by one. `isRead`: whether it reads answers. `ends`: whether the server must close its connection. */
interface Hostile {
  readonly first: string
  readonly later: string
  readonly isRead: boolean
  readonly ends: boolean
}

const head = (line: string, ...more: string[]) => [line, 'host: localhost', ...more].join('\r\n')
const CLIENTS: Readonly<Record<string, Hostile>> = {
  'headers byte by byte': { first: head('GET /api/health HTTP/1.1', 'x: '), later: 'x', isRead: true, ends: true },
  'huge headers': {
    first: head('GET /api/health HTTP/1.1', `x: ${'x'.repeat(100_000)}`),
    later: '',
    isRead: true,
    ends: true,
  },
  'nothing at all': { first: '', later: '', isRead: true, ends: true },
  'a body byte by byte': {
    first: `${head('PUT /api/votes/1 HTTP/1.1', 'content-type: application/json', 'content-length: 5000')}\r\n\r\n{`,
    later: ' ',
    isRead: true,
    ends: true,
  },
  'streams never read': {
    first: `${head('GET /api/live?home=1 HTTP/1.1')}\r\n\r\n`,
    later: '',
    isRead: false,
    ends: false,
  },
  'answers never read': {
    first:
      `${head('GET /api/rpc/get_home_matches?window_past_minutes=10080&window_future_minutes=10080 HTTP/1.1')}\r\n\r\n`.repeat(
        200,
      ),
    later: '',
    isRead: false,
    ends: false,
  },
}

/** Holds slow and hostile connections of each kind to one server, while fans vote. */
export const clients: Drill = {
  name: 'clients',
  count: 200,
  async run({ count, seed, say }) {
    const arena = await openArena({ seed, servers: 1 })
    const [server] = arena.servers
    const sockets = new Map<string, Socket[]>()
    let isHeld = true
    try {
      const { voting } = arena
      voting.start(8)
      await voting.more(200)
      const rest = await rateOf(() => voting.acknowledged)
      for (const [name, { first, isRead }] of Object.entries(CLIENTS)) {
        sockets.set(
          name,
          Array.from({ length: count }, () => {
            const socket = connect(server?.port ?? 0, '127.0.0.1', () => {
              if (first !== '') socket.write(first)
            })
            socket.on('error', () => {})
            if (isRead) socket.resume()
            else socket.pause()
            return socket
          }),
        )
      }
      const dribble = setInterval(() => {
        if (isHeld)
          for (const [name, list] of sockets)
            for (const socket of list) if (!socket.destroyed) socket.write(CLIENTS[name]?.later ?? '')
      }, BYTE_EVERY_MS)
      await pause(5_000)
      const during = await rateOf(() => voting.acknowledged)
      say(`${Math.round(rest)} ballots/s at rest, ${Math.round(during)} with ${count} of each kind`)
      for (const end = performance.now() + HELD_MS; performance.now() < end; await pause(500)) {
        if (
          Object.entries(CLIENTS).every(
            ([name, { ends }]) => !ends || sockets.get(name)?.every(({ destroyed }) => destroyed),
          )
        )
          break
      }
      clearInterval(dribble)
      isHeld = false
      const closed = Object.entries(CLIENTS).map(([name, { ends }]) => {
        const n = sockets.get(name)?.filter(({ destroyed }) => destroyed).length ?? 0
        return {
          asserted: ends ? `closed: ${name}` : `not closed so far: ${name}`,
          found: `${n} of ${count}`,
          ok: !ends || n === count,
        }
      })
      const memory = memoryOf(server?.child.pid)
      for (const socket of [...sockets.values()].flat()) socket.destroy()
      await voting.more(200)
      const verdict = await arena.verdict()
      return [
        {
          asserted: 'fans vote in between',
          found: `${Math.round(during)} ballots/s, ${Math.round(rest)} at rest`,
          ok: during > rest / 5,
        },
        ...closed,
        { asserted: `memory at most ${MAX_MEMORY_MB} MB`, found: `${memory.peak} MB`, ok: memory.peak < MAX_MEMORY_MB },
        { asserted: 'the server survived', found: `${server?.starts} start`, ok: server?.starts === 1 },
        { asserted: 'no answer 500', found: JSON.stringify(voting.answers), ok: voting.answers[500] === undefined },
        ...verdict,
      ]
    } finally {
      for (const socket of [...sockets.values()].flat()) socket.destroy()
      await arena.stop()
    }
  },
}

/** Counts per second, over three seconds. */
async function rateOf(count: () => number): Promise<number> {
  const [before, start] = [count(), performance.now()]
  await pause(3_000)
  return ((count() - before) * 1_000) / (performance.now() - start)
}
