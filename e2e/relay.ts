import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One answer that passed. */
interface Passed {
  readonly path: string
  readonly status: number
}

/** What a test makes of an address: another body, or null for a file that is gone. */
type Rewrite = (path: string, body: string) => string | null

interface Rewriting {
  readonly matching: RegExp
  readonly how: Rewrite
  /** Sent in place of the server's own. */
  readonly headers: Readonly<Record<string, string>>
}

/** A wire between the browser and the product that can be cut, listened to, and made to deliver another version. */
export interface Relay {
  readonly url: string
  readonly passed: Passed[]
  /** The addresses that are asked for and not answered to the end yet; not the event stream, which ends with its screen. */
  underWay(): readonly string[]
  /** Every connection is refused from here on, or let through again. The browser believes all the while that it is online. */
  cut(isCut: boolean): void
  /** Changes what `matching` addresses answer; gives the way to leave them as they are again. */
  rewrite(matching: RegExp, how: Rewrite, headers?: Readonly<Record<string, string>>): () => void
  close(): Promise<void>
}

const STREAM = /^\/api\/live\?/

export async function startRelay(target: string): Promise<Relay> {
  const passed: Passed[] = []
  const open = new Set<IncomingMessage>()
  const rewrites: Rewriting[] = []
  let isCut = false
  const server = createServer((asked, reply) => {
    if (isCut) return void asked.socket.destroy()
    const path = asked.url ?? '/'
    const rewriting = rewrites.findLast(({ matching }) => matching.test(path))
    open.add(asked)
    pass(target, asked, reply, rewriting)
      .then(
        (status) => passed.push({ path, status }),
        () => reply.destroy(),
      )
      .finally(() => open.delete(asked))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    passed,
    underWay: () => [...open].map(({ url = '/' }) => url).filter((path) => !STREAM.test(path)),
    cut: (cut) => {
      isCut = cut
      if (cut) server.closeAllConnections()
    },
    rewrite: (matching, how, headers = {}) => {
      const rewriting = { matching, how, headers }
      rewrites.push(rewriting)
      return () => void rewrites.splice(rewrites.indexOf(rewriting), 1)
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function pass(target: string, asked: IncomingMessage, reply: ServerResponse, rewriting?: Rewriting): Promise<number> {
  const headers = rewriting === undefined ? asked.headers : forWhole(asked.headers)
  return new Promise((done, failed) => {
    const onward = request(`${target}${asked.url}`, { method: asked.method ?? 'GET', headers }, (answer) => {
      const status = answer.statusCode ?? 502
      answer.on('end', () => done(status)).on('error', failed)
      if (rewriting === undefined) {
        reply.writeHead(status, answer.headers)
        answer.pipe(reply)
      } else rewriteAnswer(answer, reply, asked.url ?? '/', rewriting)
    })
    onward.on('error', failed)
    // An event stream ends with the screen that listened to it.
    reply.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
}

/** The headers of a request as of a browser that has nothing of the address yet and reads plain text only. */
function forWhole({ 'if-none-match': _etag, 'if-modified-since': _since, ...headers }: IncomingHttpHeaders) {
  return { ...headers, 'accept-encoding': 'identity' }
}

function rewriteAnswer(answer: IncomingMessage, reply: ServerResponse, path: string, rewriting: Rewriting): void {
  const parts: Buffer[] = []
  answer.on('data', (part: Buffer) => parts.push(part))
  answer.on('end', () => {
    const { 'content-length': _length, etag: _etag, 'last-modified': _modified, ...headers } = answer.headers
    const body = rewriting.how(path, Buffer.concat(parts).toString())
    reply.writeHead(body === null ? 404 : (answer.statusCode ?? 200), { ...headers, ...rewriting.headers })
    reply.end(body ?? '')
  })
}
