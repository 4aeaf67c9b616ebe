import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** A TCP relay in front of PostgreSQL that can lose packets silently. */
export interface Relay {
  readonly url: string
  /** Drops all data of existing connections from now on, in both directions. New ones work. */
  swallow(): void
  /** Drops what PostgreSQL answers from now on. */
  deafen(): void
  /** Ends all connections on our side. */
  cut(): void
  /** Ends all connections on our side, and lets no new ones through until `up`. */
  down(): void
  up(): void
  /** Leads new connections to another PostgreSQL. */
  lead(target: string): void
  close(): Promise<void>
}

/** Starts a relay. @param target URL of the database; the relay's differs only in its port. */
export async function startRelay(target: string): Promise<Relay> {
  let { hostname, port } = new URL(target)
  const pairs = new Set<readonly [Socket, Socket]>()
  const swallowed = new WeakSet<Socket>()
  const deaf = new WeakSet<Socket>()
  const carry = (from: Socket, to: Socket) => {
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (!swallowed.has(from) && !deaf.has(from)) to.write(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => {
      if (!swallowed.has(from)) to.destroy()
    })
  }
  let isDown = false
  const server = createServer((near) => {
    if (isDown) return void near.on('error', () => {}).destroy()
    const far = dial(Number(port), hostname)
    pairs.add([near, far])
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    url: url.href,
    swallow() {
      for (const socket of [...pairs].flat()) swallowed.add(socket)
    },
    deafen() {
      for (const [, far] of pairs) deaf.add(far)
    },
    cut,
    down() {
      isDown = true
      cut()
    },
    up() {
      isDown = false
    },
    lead(next) {
      ;({ hostname, port } = new URL(next))
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
