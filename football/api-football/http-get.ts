/** What came over the wire, whatever its status. */
export interface HttpAnswer {
  readonly ok: true
  readonly status: number
  readonly headers: Headers
  /** The parsed body; `undefined` when it is no JSON. */
  readonly body: unknown
}

/** No usable answer came. */
interface HttpFailure {
  readonly ok: false
  readonly reason: 'network' | 'time_limit' | 'too_large'
}

export type HttpResult = HttpAnswer | HttpFailure

interface HttpGetOptions {
  readonly fetch: typeof fetch
  readonly headers?: Headers
  /** Ends the request, body included. */
  readonly signal: AbortSignal
}

/** A day of every match on earth is about 1 MB, so a body above this is not an answer. */
const LARGEST_BODY_BYTES = 32 * 1024 * 1024

/** One GET. A redirect is never followed: it would carry the key to another host. Never rejects. */
export async function httpGet(
  url: URL,
  { fetch, headers = new Headers(), signal }: HttpGetOptions,
): Promise<HttpResult> {
  try {
    const response = await fetch(url, { headers, signal, redirect: 'manual' })
    const text = await readText(response)
    if (text === null) return { ok: false, reason: 'too_large' }
    return { ok: true, status: response.status, headers: response.headers, body: parseJson(text) }
  } catch {
    return { ok: false, reason: signal.aborted ? 'time_limit' : 'network' }
  }
}

async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > LARGEST_BODY_BYTES) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
