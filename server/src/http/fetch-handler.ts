import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** A handler for `Request` and `Response`, mounted below one path. */
interface FetchMount {
  readonly prefix: string
  /** The origin that the handler sees, regardless of the host that a client claims. */
  readonly origin: string
  /** Header with the client's address; one sent by a client is dropped. */
  readonly addressHeader: string
  /** Returns the headers that authenticate the caller, from those of the request. */
  readonly caller: (headers: IncomingHttpHeaders) => Readonly<Record<string, string>>
  /** A path below the prefix that accepts larger bodies. */
  readonly large: { readonly path: string; readonly bytes: number }
  readonly handle: (request: Request, call: FastifyRequest) => Promise<Response>
}

const CALLER: ReadonlySet<string> = new Set(['cookie', 'authorization'])
/** PostgreSQL cannot store NUL, so all its forms are refused: raw, in JSON, and in a URL. */
const NUL_FORMS = ['\0', '\\u0000', '%00'] as const

/**
 * Mounts the handler. `http` must be an encapsulated instance: its body parsers are replaced by one that passes every content type on as bytes,
 * because identity providers post forms here.
 */
export function mountFetchHandler(http: FastifyInstance, mount: FetchMount): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const answer = async (call: FastifyRequest, reply: FastifyReply) =>
    sendResponse(await mount.handle(requestOf(call, mount), call), reply)
  const shared = { exposeHeadRoute: false, schema: { hide: true }, handler: answer }
  http.route({ ...shared, method: ['GET', 'POST'], url: `${mount.prefix}/*` })
  http.route({ ...shared, method: 'POST', url: mount.prefix + mount.large.path, bodyLimit: mount.large.bytes })
}

function requestOf(call: FastifyRequest, mount: FetchMount): Request {
  const address = mount.origin + call.url
  const body = Buffer.isBuffer(call.body) && call.method === 'POST' ? call.body : null
  const nul = NUL_FORMS.some((form) => call.url.includes(form) || body?.includes(form))
  if (nul || !call.url.startsWith('/') || !URL.canParse(address)) throw new Refusal('invalid_request')
  const headers = new Headers()
  for (const [name, value] of Object.entries(call.headers)) {
    if (value !== undefined && !CALLER.has(name)) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  for (const [name, value] of Object.entries(mount.caller(call.headers))) headers.set(name, value)
  headers.set(mount.addressHeader, call.ip)
  return new Request(address, { method: call.method, headers, body: body === null ? null : new Uint8Array(body) })
}

async function sendResponse(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.status(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'cache-control') reply.header(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

/** Runs work with a signal that is aborted once the caller's connection has closed, even if it closed before. */
export async function whilePresent<T>(
  { raw: { socket } }: Pick<FastifyRequest, 'raw'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController()
  const leave = () => gone.abort()
  if (socket.destroyed) leave()
  socket.once('close', leave)
  try {
    return await work(gone.signal)
  } finally {
    socket.off('close', leave)
  }
}
