import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openArena } from '../arena.ts'
import type { Drill } from '../drill.ts'
import { filesAllowed, memoryOf } from '../machine.ts'

/** Networks (/24) of the loopback interface that share the phones: one may have a fifth of a server's streams, an address a twentieth. */
const NETWORKS = 40
const SPARE_FILES = 1_000
const RETRY_MS = 1_000
/** A phone that gets no answer for so long connects again. */
const SILENCE_MS = 30_000
const LIMIT_MS = 180_000
const EVENT = /^event: (?:match|season|resync)$/m

/** A phone that follows the home list, and connects again at once after each loss. */
class Phone {
  isOpen = false
  events = 0
  refused = 0
  readonly #port: number
  readonly #address: string
  #socket: Socket | null = null
  #ended = false

  constructor(port: number, index: number) {
    this.#port = port
    this.#address = `127.0.${2 + (index % NETWORKS)}.1`
    this.#open()
  }

  end(): void {
    this.#ended = true
    this.#socket?.destroy()
  }

  #open(): void {
    if (this.#ended) return
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#address })
    this.#socket = socket
    socket.on('error', () => {})
    socket.setTimeout(SILENCE_MS, () => this.isOpen || socket.destroy())
    socket.on('connect', () =>
      socket.write('GET /api/live?home=1 HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\n\r\n'),
    )
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (text.startsWith('HTTP/1.1 ')) {
        this.isOpen = text.startsWith('HTTP/1.1 200')
        if (!this.isOpen) {
          this.refused += 1
          socket.destroy()
        }
      }
      if (EVENT.test(text)) this.events += 1
    })
    socket.on('close', () => {
      const wasOpen = this.isOpen
      this.isOpen = false
      setTimeout(() => this.#open(), wasOpen ? 0 : RETRY_MS).unref()
    })
  }
}

/** Opens idle streams, kills their server, and lets all of them connect again at once, while fans vote over another server. */
export const streams: Drill = {
  name: 'streams',
  count: 10_000,
  async run({ count: wanted, seed, say }) {
    const allowed = filesAllowed()
    const count = Math.min(wanted, allowed - SPARE_FILES)
    const arena = await openArena({ seed, servers: 2 })
    const phones: Phone[] = []
    const open = () => phones.filter(({ isOpen }) => isOpen).length
    const all = async (what: string) => {
      const start = performance.now()
      while (open() < count && performance.now() - start < LIMIT_MS) await pause(100)
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      say(`${what}: ${open()} of ${count} streams open after ${seconds} s`)
      return { asserted: what, found: `${open()} of ${count} after ${seconds} s`, ok: open() === count }
    }
    try {
      const { voting } = arena
      const [home, other] = arena.servers
      if (home === undefined || other === undefined) throw new Error('two servers are needed')
      for (let index = 0; index < count; index += 1) {
        phones.push(new Phone(home.port, index))
        if (index % 200 === 199) await pause(20)
      }
      const opened = await all('all streams open')
      const memory = memoryOf(home.child.pid)
      voting.start(4)
      await voting.more(100)
      const before = voting.acknowledged
      arena.kill(home)
      while (open() > 0) await pause(10)
      const again = await all('all streams open again after a kill')
      const during = voting.acknowledged - before
      const refused = phones.reduce((sum, phone) => sum + phone.refused, 0)
      for (const phone of phones) phone.events = 0
      const verdict = await arena.verdict()
      while (phones.some(({ events }) => events === 0) && performance.now() % LIMIT_MS < LIMIT_MS - 1_000) {
        if (open() < count) break
        await pause(200)
        if (phones.every(({ events }) => events > 0)) break
      }
      const reached = phones.filter(({ events }) => events > 0).length
      return [
        {
          asserted: 'files that the machine allows a process',
          found: `${allowed}, so ${count} of ${wanted} streams`,
          ok: true,
        },
        opened,
        again,
        { asserted: 'ballots saved over the other server in the storm', found: String(during), ok: during > 0 },
        { asserted: 'streams refused in the storm', found: String(refused), ok: true },
        { asserted: 'a publication reaches all streams', found: `${reached} of ${count}`, ok: reached === count },
        {
          asserted: 'memory of their server',
          found: `${memory.now} MB, ${memoryOf(home.child.pid).peak} MB after the storm`,
          ok: memoryOf(home.child.pid).peak < 1_500,
        },
        ...verdict,
      ]
    } finally {
      for (const phone of phones) phone.end()
      await arena.stop()
    }
  },
}
