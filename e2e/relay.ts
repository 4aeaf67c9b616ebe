import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer that passed. */
interface Passed {
  readonly path: string
  readonly status: number
}

/** What a test makes of an address: another body, or null for a file that is gone. */
type Rewrite = (path: string, body: string) => string | null

/** A wire between the browser and the product that can be cut, listened to, and made to deliver another version. */
export interface Relay {
  readonly url: string
  readonly passed: Passed[]
  /** Every connection is refused from here on, or let through again. The browser believes all the while that it is online. */
  cut(isCut: boolean): void
  /** Changes what `matching` addresses answer. */
  rewrite(matching: RegExp, how: Rewrite): void
  close(): Promise<void>
}

export async function startRelay(target: string): Promise<Relay> {
  const passed: Passed[] = []
  const rewrites: { matching: RegExp; how: Rewrite }[] = []
  let isCut = false
  const server = createServer((asked, reply) => {
    if (isCut) return void asked.socket.destroy()
    const path = asked.url ?? '/'
    const how = rewrites.findLast(({ matching }) => matching.test(path))?.how
    pass(target, asked, reply, how).then(
      (status) => passed.push({ path, status }),
      () => reply.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    passed,
    cut: (cut) => {
      isCut = cut
      if (cut) server.closeAllConnections()
    },
    rewrite: (matching, how) => rewrites.push({ matching, how }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function pass(target: string, asked: IncomingMessage, reply: ServerResponse, how?: Rewrite): Promise<number> {
  const headers = { ...asked.headers, ...(how === undefined ? {} : { 'accept-encoding': 'identity' }) }
  return new Promise((done, failed) => {
    const onward = request(`${target}${asked.url}`, { method: asked.method ?? 'GET', headers }, (answer) => {
      const status = answer.statusCode ?? 502
      answer.on('end', () => done(status)).on('error', failed)
      if (how === undefined) {
        reply.writeHead(status, answer.headers)
        answer.pipe(reply)
      } else rewriteAnswer(answer, reply, (body) => how(asked.url ?? '/', body))
    })
    onward.on('error', failed)
    // An event stream ends with the screen that listened to it.
    reply.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
}

function rewriteAnswer(answer: IncomingMessage, reply: ServerResponse, how: (body: string) => string | null): void {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () => {
    const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...headers } = answer.headers
    const body = how(Buffer.concat(parts).toString())
    reply.writeHead(body === null ? 404 : (answer.statusCode ?? 200), headers).end(body ?? '')
  })
}
