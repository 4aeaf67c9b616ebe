import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { destinationOf, type ProviderOrigins, publicLookup } from './destination.ts'

/** Pictures of the provider are 5 to 100 kB. */
const MOST_BYTES = 2 * 1024 * 1024
/** For all of it: names, redirects, the last byte. */
const TIME_LIMIT_MS = 8_000
const MOST_REDIRECTS = 3
const SOCKETS = 4
const REDIRECTS = new Set([301, 302, 303, 307, 308])

export interface DownloaderOptions {
  readonly providers: ProviderOrigins
  readonly timeLimitMs?: number | undefined
  readonly lookup?: LookupFunction | undefined
}

/** Reads pictures from addresses that others wrote: bounded in time, bytes and redirects, and never from a private network. */
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

  /** The bytes behind an address; throws when there are none, too many, too late, or where we do not go. */
  async get(address: string): Promise<Buffer> {
    const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(this.#timeLimitMs)])
    let next: string | URL = address
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
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

/** Counted while it comes: a length that was promised is no proof. Nothing compressed is taken, so bytes are what they seem. */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const { 'content-encoding': encoding = 'identity', 'content-length': promised = '0' } = response.headers
  const chunks: Buffer[] = []
  let length = 0
  try {
    if (encoding !== 'identity') throw new Error(`compressed as ${encoding}`)
    if (Number(promised) > MOST_BYTES) throw new Error(`${promised} bytes are too many`)
    for await (const chunk of response) {
      length += chunk.length
      if (length > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`)
      chunks.push(chunk)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks, length)
}
