import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { isErrorCode, sentenceOf, statusOf } from '@tribune/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/app.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  port = Number(new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

/** Sends raw bytes and returns everything received until the server closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes, 'latin1')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

const REQUEST = 'GET /api/health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n'

describe('a request over the wire', () => {
  test('is answered if it is valid HTTP', async () => {
    const { status, body } = await exchange(`${REQUEST}\r\n`)
    expect([status, JSON.parse(body).ok]).toEqual([200, true])
  })

  test.each([
    ['with a control character in a header', `${REQUEST}x-name: a\x01b\x00c\r\n\r\n`],
    ['with a control character in a header name', `${REQUEST}x\x07name: a\r\n\r\n`],
    ['with a bare line feed in a header', `${REQUEST}x-name: a\nno colon here\r\n\r\n`],
    ['with headers larger than any', `${REQUEST}x-name: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['with an address larger than any', `GET /api/health?a=${'a'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`],
    ['of another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['with an unknown method', 'VOTE /api/health HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['with two lengths', `${REQUEST}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['with a length and chunks', `${REQUEST}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['with a negative length', `${REQUEST}content-length: -1\r\n\r\n`],
  ])('%s is refused with a code and its sentence', async (_name, bytes) => {
    const { status, body } = await exchange(bytes)
    const { error } = JSON.parse(body)
    expect(status).toBe(400)
    expect(isErrorCode(error.code) && error.message).toBe(sentenceOf('invalid_request'))
    expect(error.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['without a host', 'GET /api/contact HTTP/1.1\r\nconnection: close\r\n\r\n', 'wrong_host'],
    ['with an expectation of its own', `${REQUEST.replace('health', 'nothing')}expect: the-moon\r\n\r\n`, 'not_found'],
    ['that would be a tunnel', 'CONNECT /api/contact HTTP/1.1\r\nhost: a\r\n\r\n', 'method_not_allowed'],
    ['with an address that cannot be decoded', `${REQUEST.replace('/api/health', '/api/%zz')}\r\n`, 'invalid_request'],
    [
      'with a name that is too long',
      `${REQUEST.replace('/api/health', `/api/votes/${'1'.repeat(300)}`)}\r\n`,
      'invalid_request',
    ],
    ['by a method that nothing takes', `${REQUEST.replace('GET', 'PROPFIND')}\r\n`, 'not_found'],
    ['that upgrades', `${REQUEST.replace('health', 'nothing')}upgrade: h2c\r\n\r\n`, 'not_found'],
  ] as const)('%s is refused with a code and its sentence too', async (_name, bytes, code) => {
    const { status, body } = await exchange(bytes.replace('host: a', 'host: 127.0.0.1'))
    const { error } = JSON.parse(body)
    expect([status, error.code, error.message]).toEqual([statusOf(code), code, sentenceOf(code)])
  })

  test('that disconnects in the middle is ignored', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'PUT /api/votes/1 HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"top',
    )
    socket.destroy()
    expect((await exchange(`${REQUEST}\r\n`)).status).toBe(200)
  })
})
