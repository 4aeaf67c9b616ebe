import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { destinationOf, type ProviderOrigins, publicLookup } from './destination.ts'

/** The provider's pictures have 5 to 100 kB. */
const MAX_BYTES = 2 * 1024 * 1024
/** Time limit of the whole download, from name resolution to the last byte. */
const TIME_LIMIT_MS = 8_000
const MAX_REDIRECTS = 3
const SOCKETS = 4
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export interface DownloaderOptions {
  readonly providers: ProviderOrigins
  readonly timeLimitMs?: number | undefined
  readonly lookup?: LookupFunction | undefined
}

/** Downloads pictures from untrusted addresses: bounded in time, bytes and redirects, and never from a private network. */
export class Downloader {
  readonly #providers: ProviderOrigins
  readonly #timeLimitMs: number
  readonly #lookup: LookupFunction
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: SOCKETS }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: SOCKETS }),
  }
  readonly #closed = new AbortController()

  constructor({ providers, timeLimitMs = TIME_LIMIT_MS, lookup = publicLookup() }: DownloaderOptions) {
    this.#providers = providers
    this.#timeLimitMs = timeLimitMs
    this.#lookup = lookup
  }

  /** Downloads an address. Throws if it fails, is too large, too slow, or must not be requested. */
  async get(address: string): Promise<Buffer> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.#timeLimitMs)])
    let next: string | URL = address
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { response, url } = await this.#ask(next, signal)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return await bodyOf(response)
      response.destroy()
      if (!REDIRECTS.has(statusCode) || headers.location === undefined) throw new Error(`answered ${statusCode}`)
      next = new URL(headers.location, url)
    }
    throw new Error('too many redirects')
  }

  close(): void {
    this.#closed.abort(new Error('closing'))
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  #ask(address: string | URL, signal: AbortSignal): Promise<{ response: IncomingMessage; url: URL }> {
    const { url, isProvider } = destinationOf(address, this.#providers)
    const secure = url.protocol === 'https:'
    const options = {
      signal,
      agent: this.#agents[secure ? 'https:' : 'http:'],
      headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'Tribune' },
      ...(isProvider ? {} : { lookup: this.#lookup }),
    }
    return new Promise((resolve, reject) => {
      const request = (secure ? https : http).get(url, options, (response) => resolve({ response, url }))
      request.on('error', reject)
    })
  }
}

/** Reads a body, and counts its bytes as they arrive: the announced length is not trusted. Refuses compression, which could hide more. */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': promised = '0' } = response.headers
  const chunks: Buffer[] = []
  let length = 0
  try {
    if (encoding !== 'identity') throw new Error(`compressed as ${encoding}`)
    if (Number(promised) > MAX_BYTES) throw new Error(`${promised} bytes are too many`)
    for await (const chunk of response) {
      length += chunk.length
      if (length > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks, length)
}
