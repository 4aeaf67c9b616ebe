import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoint } from '@tribune/contract/endpoint.ts'
import { isErrorCode, sentenceOf, statusOf } from '@tribune/contract/errors.ts'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { NO_OBJECTS } from '../testing/constants.ts'
import { allEndpoints, type Field, fieldsOf } from '../testing/contract.ts'
import { signInAdmin } from '../testing/people.ts'

/** Values that are not integers. */
const NO_NUMBERS = [
  'abc',
  '1e99',
  '9007199254740993',
  '1;drop table votes',
  '１２',
  '1.5',
  'NaN',
  'Infinity',
  '0x10',
  ' 1',
  '+1',
  'null',
  '[]',
  '{"a":1}',
  '\0',
  '💥',
  '9'.repeat(2_000),
]
const TEXTS = [
  '',
  '0',
  '-1',
  '\0',
  "'; DROP TABLE votes; --",
  '%',
  '_',
  '\\',
  '💥',
  '\u202e',
  'x'.repeat(5_000),
  '\r\nX: y',
]
const NO_BODIES = [
  ...NO_OBJECTS,
  '{"match_id":1',
  '\0',
  `{"__proto__":{"isAdmin":true}}`,
  `{"constructor":{"prototype":{"isAdmin":true}}}`,
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
]
const NO_VALUES = [null, true, false, [], {}, [1], { $ne: 1 }, '', 1.5, -1e300, 1e300, '\0', 'abc']
const NO_TYPES = [
  'application/xml',
  'multipart/form-data',
  'nonsense',
  'application/x-www-form-urlencoded',
  'text/plain',
]

const endpoints = await allEndpoints()
const withBody = endpoints.filter(({ body }) => body !== undefined)
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer(inject('databaseUrl'))
  cookie = (await signInAdmin(server)).cookie
})
afterAll(() => server.close())

const isNumber = ({ type }: Field) => type === 'integer' || type === 'number'

function sampleOf(field: Field): unknown {
  if (field.choices !== null) return field.choices[0]
  if (isNumber(field)) return '2025'
  return field.type === 'boolean' ? true : field.type === 'array' ? [] : 'a'
}

/** The path with all parameters filled in, one of them with `value`. */
function addressOf(endpoint: Endpoint, name: string, value: string): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, param) => (param === name ? encodeURIComponent(value) : '1'))
  const query = fieldsOf(endpoint.query).some((field) => field.name === name)
  return query ? `${path}?${new URLSearchParams({ [name]: value })}` : path
}

function expectRefusal(answer: LightMyRequestResponse, context: string): void {
  const { error } = answer.json()
  expect(isErrorCode(error.code), context).toBe(true)
  expect([context, answer.statusCode, error.message]).toEqual([context, statusOf(error.code), sentenceOf(error.code)])
  expect(answer.statusCode, context).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode, context).toBeLessThan(500)
  expect(error.id, context).toMatch(/^[0-9a-f-]{36}$/)
}

/** Expects an answer or a refusal of the closed list, and never an internal error. */
function expectNoFault(answer: LightMyRequestResponse, context: string): void {
  if (answer.statusCode >= 400) expectRefusal(answer, context)
}

test('the tests below cover more than 30 endpoints of the contract, more than seven with a body', () => {
  expect(endpoints.length).toBeGreaterThan(30)
  expect(withBody.length).toBeGreaterThan(7)
})

describe.each(named(endpoints))('%s', (_name, endpoint) => {
  const { method } = endpoint
  const addressed = [...fieldsOf(endpoint.params), ...fieldsOf(endpoint.query)]
  const ask = (url: string, body?: unknown) =>
    call(server, method, url, { cookie, ...(body === undefined ? {} : { body }) })

  test('refuses values that are not numbers, and survives any text', async () => {
    for (const field of addressed) {
      const values = isNumber(field) ? [...NO_NUMBERS, ...TEXTS] : TEXTS
      for (const value of values) {
        const url = addressOf(endpoint, field.name, value)
        const answer = await ask(url, endpoint.body === undefined ? undefined : {})
        if (isNumber(field) && NO_NUMBERS.includes(value)) expectRefusal(answer, url.slice(0, 200))
        else expectNoFault(answer, url.slice(0, 200))
      }
    }
  })

  test('refuses repeated parameters and unknown choices', async () => {
    for (const field of fieldsOf(endpoint.query)) {
      const twice = `${endpoint.path}?${field.name}=${sampleOf(field)}&${field.name}=${sampleOf(field)}`
      expectRefusal(await ask(twice), twice)
      if (field.choices !== null) expectRefusal(await ask(addressOf(endpoint, field.name, 'nonsense')), field.name)
    }
  })

  test('ignores unknown parameters of any name', async () => {
    if (method !== 'GET') return
    const clean = await ask(endpoint.path)
    for (const name of ['__proto__', 'constructor', '__proto__[isAdmin]', 'a[]', 'x'.repeat(3_000)]) {
      const answer = await ask(`${endpoint.path}?${new URLSearchParams({ [name]: '1' })}`)
      expect([name, answer.statusCode]).toEqual([name, clean.statusCode])
    }
  })
})

describe.each(named(withBody))('%s', (_name, endpoint) => {
  const path = endpoint.path.replace(/:\w+/g, '1')
  const send = (body: unknown, headers = {}) => call(server, endpoint.method, path, { cookie, body, headers })

  test('refuses a missing body, or one of the wrong type', async () => {
    for (const body of NO_BODIES) expectRefusal(await send(body), body.slice(0, 60))
    for (const type of NO_TYPES) expectRefusal(await send('{"a":1}', { 'content-type': type }), type)
    expectRefusal(await send('{"a":', { 'content-type': 'application/json; charset=utf-7' }), 'charset')
  })

  test('refuses a body of 100 KB as too large', async () => {
    expect(refusalOf(await send(`{"a":"${'x'.repeat(100_000)}"}`))).toEqual([413, 'body_too_large'])
  })

  test('refuses fields of the wrong type', async () => {
    const fields = fieldsOf(endpoint.body)
    const sample = Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))
    for (const field of fields) {
      for (const value of NO_VALUES.filter(
        (one) => typeof one !== field.type && !(field.type === 'array' && Array.isArray(one)),
      )) {
        const body = { ...sample, [field.name]: value }
        expectRefusal(await send(body), JSON.stringify(body))
      }
    }
  })
})

describe('any address', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/votes/1/2'],
    ['GET', '/api//votes'],
    ['GET', '/api/rpc/get_home_matches/../../me/x'],
    ['PATCH', '/api/me'],
    ['GET', `/api/votes/${'9'.repeat(300)}`],
    ['GET', '/api/votes/%E0%A4%A'],
    ['GET', '/api/votes/%00'],
  ] as const)('%s %s is refused as JSON', async (method, url) => {
    const answer = await call(server, method, url, { cookie })
    expect(answer.headers['content-type']).toContain('application/json')
    expectRefusal(answer, url)
  })

  test('refuses unknown methods', async () => {
    for (const { path } of endpoints) {
      const known: string[] = endpoints.filter((other) => other.path === path).map(({ method }) => method)
      for (const method of (['GET', 'PUT', 'POST', 'DELETE', 'PATCH'] as const).filter((one) => !known.includes(one))) {
        const url = path.replace(/:\w+/g, '1')
        expectRefusal(
          await call(server, method, url, { cookie, body: method === 'GET' ? undefined : {} }),
          `${method} ${url}`,
        )
      }
    }
  })

  test('answers no request with an internal error', async () => {
    const field = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      fc.constantFrom('NaN', '\0', '-0', '__proto__'),
    )
    const names = [...new Set(endpoints.flatMap(({ query }) => fieldsOf(query).map(({ name }) => name)))]
    const query = fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 4 })
    // Calls that run for long when they are valid, or that end the caller's session, get invalid requests in the tables above.
    const others = /scheduler|season-ranking|delete-user-account|sessions\/end/
    const cheap = endpoints.filter(({ path }) => !others.test(path))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...cheap), query, field, fc.json(), async (endpoint, given, param, body) => {
        const path = endpoint.path.replace(/:\w+/g, encodeURIComponent(param.toWellFormed()))
        const url = `${path}?${new URLSearchParams(given)}`
        expectNoFault(await call(server, endpoint.method, url, { cookie, body: endpoint.body && body }), url)
      }),
      { numRuns: 400 },
    )
  })
})

describe('requests that cannot be read', () => {
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
      [
        'with an expectation of its own',
        `${REQUEST.replace('health', 'nothing')}expect: the-moon\r\n\r\n`,
        'not_found',
      ],
      ['that would be a tunnel', 'CONNECT /api/contact HTTP/1.1\r\nhost: a\r\n\r\n', 'method_not_allowed'],
      [
        'with an address that cannot be decoded',
        `${REQUEST.replace('/api/health', '/api/%zz')}\r\n`,
        'invalid_request',
      ],
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
})
