import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'

/** A TCP relay in front of PostgreSQL that can lose packets without a word. */
export interface Relay {
  readonly url: string
  /** From now on whatever the connections made so far send, in either direction, vanishes. New ones are fine. */
  swallow(): void
  close(): Promise<void>
}

/** @param target Address of the database; the relay's is the same by another port. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<readonly [Socket, Socket]>()
  const swallowed = new WeakSet<Socket>()
  const carry = (from: Socket, to: Socket) => {
    from.setNoDelay(true)
    from.on('data', (bytes) => {
      if (!swallowed.has(from)) to.write(bytes)
    })
    from.on('error', () => {})
    from.on('close', () => {
      if (!swallowed.has(from)) to.destroy()
    })
  }
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    pairs.add([near, far])
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    swallow() {
      for (const socket of [...pairs].flat()) swallowed.add(socket)
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
