import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  readonly bytes: Buffer
  readonly type: string | undefined
}

/** A bucket over HTTP that verifies all signatures (AWS Signature Version 4). */
export interface S3Server {
  readonly url: string
  readonly objects: Map<string, Stored>
  /** Method and path of each request, in order. */
  readonly asked: string[]
  /** Fault of the next requests. */
  trouble: 'none' | 'error' | 'slow' | 'silent'
  close(): Promise<void>
}

interface Key {
  readonly id: string
  readonly secret: string
  readonly region: string
}

const SKEW_MS = 15 * 60_000
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

export async function startS3Server(key: Key): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const asked: string[] = []
  const state: { trouble: S3Server['trouble'] } = { trouble: 'none' }
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    asked.push(`${method} ${url}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
    if (state.trouble === 'silent') return
    if (state.trouble === 'slow') return void response.writeHead(200).write('a')
    if (state.trouble === 'error') return refuse(500, 'InternalError')
    const refusal = refusalOf(request, body, key)
    if (refusal !== null) return refuse(403, refusal)
    if (method === 'PUT') {
      objects.set(url, { bytes: body, type: request.headers['content-type'] })
      return response.writeHead(200, { etag: `"${sha256(body)}"` }).end()
    }
    const stored = objects.get(url)
    if (stored === undefined) return refuse(404, 'NoSuchKey')
    return response.writeHead(200, { 'content-type': stored.type }).end(stored.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(state, {
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/[^/]+\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

function refusalOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer, key: Key): string | null {
  const [, id = '', scope = '', names = '', signature = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  const [date = '', region = ''] = scope.split('/')
  const moment = String(headers['x-amz-date'])
  if (id !== key.id) return 'InvalidAccessKeyId'
  if (!moment.startsWith(date) || region !== key.region) return 'AuthorizationHeaderMalformed'
  if (Math.abs(Date.now() - momentOf(moment)) > SKEW_MS) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path = '', query = ''] = url.split('?')
  const headerLines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, path, query.split('&').sort().join('&'), headerLines, names, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${key.secret}`, date), region))
  const expected = hmac(signing, text)
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

/** `20261121T150000Z` */
function momentOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}
