import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A captcha service that accepts each token that a test lists once, from callers that know the secret. */
export interface CaptchaJudge {
  readonly url: string
  /** Tokens that it believes. */
  readonly believed: Set<string>
  /** Calls received, as posted. */
  readonly asked: object[]
  /** Does not answer as it should any more. */
  fail(): void
  close(): Promise<void>
}

export async function startCaptchaJudge(secret: string): Promise<CaptchaJudge> {
  const believed = new Set<string>()
  const asked: object[] = []
  let isBroken = false
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { secret: string; response: string }
    asked.push(body)
    if (isBroken) return void response.writeHead(503).end()
    const success = body.secret === secret && believed.delete(String(body.response))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(success ? { success } : { success, 'error-codes': ['invalid-input-response'] }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    believed,
    asked,
    fail: () => {
      isBroken = true
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
