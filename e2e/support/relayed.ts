import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from './world.ts'

/** A journey whose browser reaches the product through a relay. */
export const test = base.extend<{ relay: Relay }>({
  relay: async ({ world, context }, use) => {
    const relay = await startRelay(world.url)
    await use(relay)
    // A page that is still open would keep calling a closed relay.
    for (const page of context.pages()) await page.close()
    await relay.close()
  },
})

/** One relayed answer. */
interface Passed {
  readonly path: string
  readonly status: number
}

/** Changes the answer of a URL: another body, or null for a missing file. */
type Rewrite = (path: string, body: string) => string | null

interface Rewriting {
  readonly matching: RegExp
  readonly how: Rewrite
  /** Replaces the server's own headers. */
  readonly headers: Readonly<Record<string, string>>
}

/** A relay between the browser and the product that can be cut, watched, and made to deliver another version. */
export interface Relay {
  readonly url: string
  readonly passed: Passed[]
  /** URLs of unfinished requests, except the event stream, which ends with its screen. */
  underWay(): readonly string[]
  /** Refuses all connections from now on, or accepts them again. The browser still reports that it is online. */
  cut(isCut: boolean): void
  /** Changes the answers of `matching` URLs; returns a function that undoes it. */
  rewrite(matching: RegExp, how: Rewrite, headers?: Readonly<Record<string, string>>): () => void
  close(): Promise<void>
}

const STREAM = /^\/api\/live\?/

async function startRelay(target: string): Promise<Relay> {
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
    // An event stream ends with its screen.
    reply.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
}

/** Removes the request headers for caching and compression. */
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
