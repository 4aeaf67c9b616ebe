import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { removePhone } from '@tribune/contract/accounts.ts'
import type { setCompetitionCc } from '@tribune/contract/competitions.ts'
import { ERRORS } from '@tribune/contract/errors.ts'
import type { getMatchScreen } from '@tribune/contract/matches.ts'
import type { putVote } from '@tribune/contract/votes.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { call, get, request } from './api.ts'
import { ApiError, isWorthRetrying, messageOf, refusalOf, retryDelay, unansweredError } from './api-error.ts'
import { getFile } from './file.ts'

const realFetch = fetch
let server: Server | undefined

afterEach(async () => {
  vi.unstubAllGlobals()
  server?.closeAllConnections()
  await new Promise((closed) => server?.close(closed))
})

/** Starts a server with this listener. Returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('an answer that breaks off counts as no answer, not as an unreadable one', async () => {
  const breaksOff: RequestListener = (_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('{"items":[', () => reply.destroy())
  }
  const address = await serve(breaksOff)
  await expect(request('GET', address)).rejects.toMatchObject({ code: 'offline' })
  await expect(getFile(address)).rejects.toMatchObject({ code: 'offline' })
})

test('an answer that never ends is aborted at the time limit', async () => {
  const address = await serve((_request, reply) => {
    reply.writeHead(200)
    reply.write('{"items":[')
  })
  await expect(request('POST', address, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
})

test('an answer that is not JSON is unreadable', async () => {
  const address = await serve((_request, reply) => reply.end('<!doctype html>'))
  await expect(request('GET', address)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
})

test('a refusal is thrown with the code and sentence of the server', async () => {
  const address = await serve((_request, reply) => {
    reply.writeHead(409)
    reply.end('{"error":{"code":"vote_closed","message":"Le vote est clos.","id":"x"}}')
  })
  await expect(request('PUT', address)).rejects.toMatchObject({ code: 'vote_closed', message: 'Le vote est clos.' })
})

test('a call without a body sends its headers too', async () => {
  const address = await serve((request, reply) =>
    reply.end(JSON.stringify([request.headers['x-asked'] ?? null, request.headers['content-type'] ?? null])),
  )
  expect(await request('GET', address, { headers: { 'x-asked': 'yes' } })).toEqual(['yes', null])
})

test('a call of the contract sends its parameters, query and body to its address', async () => {
  const address = await serve((asked, reply) => {
    const parts: Buffer[] = []
    asked.on('data', (part) => parts.push(part))
    asked.on('end', () => reply.end(JSON.stringify([asked.method, asked.url, Buffer.concat(parts).toString()])))
  })
  vi.stubGlobal('fetch', (path: string, options: RequestInit) => realFetch(new URL(path, address), options))
  const top3 = [{ position: 1, player_id: 7 }]
  expect(
    await call<typeof putVote>('PUT', '/api/votes/:match_id', { params: { match_id: 42 }, body: { top3 } }),
  ).toEqual(['PUT', '/api/votes/42', '{"top3":[{"position":1,"player_id":7}]}'])
  expect(await get<typeof getMatchScreen>('/api/rpc/get_match_screen', { query: { match_id: 42 } })).toEqual([
    'GET',
    '/api/rpc/get_match_screen?match_id=42',
    '',
  ])
})

/** Never called: compiling it is the test. */
export function misuses() {
  const top3 = [{ position: 1, player_id: 7 }]
  // @ts-expect-error: wrong method
  call<typeof putVote>('POST', '/api/votes/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: wrong address
  call<typeof putVote>('PUT', '/api/vote/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: missing parameters
  call<typeof putVote>('PUT', '/api/votes/:match_id', { body: { top3 } })
  // @ts-expect-error: wrong body
  call<typeof putVote>('PUT', '/api/votes/:match_id', { params: { match_id: 1 }, body: { picks: top3 } })
  // @ts-expect-error: missing arguments
  call<typeof putVote>('PUT', '/api/votes/:match_id')
  // @ts-expect-error: missing body, though it may be empty
  call<typeof removePhone>('POST', '/api/me/phone/remove')
  // @ts-expect-error: a GET of an endpoint that is a PUT
  get<typeof putVote>('/api/votes/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: an act of the operator without the state that the screen shows
  call<typeof setCompetitionCc>('POST', '/api/rpc/set_competition_cc', { body: { id: 1, coefficient: 2 } })
  // @ts-expect-error: unknown query
  get<typeof getMatchScreen>('/api/rpc/get_match_screen', { query: { id: 1 } })
}

describe('a refusal', () => {
  test.each(Object.entries(ERRORS))('%s keeps its code, its sentence and its id', (code, [status, sentence]) => {
    const error = refusalOf(status, { error: { code, message: sentence, id: 'r-1' } })
    expect(error).toMatchObject({ code, status, message: sentence, id: 'r-1' })
  })

  test('keeps the sentence of the server, which may be more specific than the catalogue', () => {
    expect(refusalOf(404, { error: { code: 'match_not_found', message: 'Match 7 non trouvé', id: 'r' } }).message).toBe(
      'Match 7 non trouvé',
    )
  })

  test('of the accounts library keeps its code', () => {
    const body = { error: { code: 'invalid_token', message: 'Ce lien a expiré.', id: 'r-2' } }
    expect(refusalOf(400, body)).toMatchObject({ code: 'invalid_token', message: 'Ce lien a expiré.' })
  })

  test('without a sentence is shown as unreadable', () => {
    const error = refusalOf(502, { error: { code: 'unheard_of' } })
    expect(error).toMatchObject({ code: 'unheard_of', status: 502, id: null })
    expect(messageOf(error)).toBe('Réponse illisible\u00a0: un Wi-Fi public demande peut-être de s’identifier.')
  })

  test.each([null, 'oops', {}, { error: null }, { error: { code: 7 } }])('with the body %j is unreadable', (body) => {
    expect(refusalOf(502, body)).toMatchObject({ code: 'unreadable', status: 502, id: null })
  })
})

describe('a request without an answer', () => {
  test('rethrows an abort by the caller', () => {
    const abort = new DOMException('', 'AbortError')
    expect(unansweredError(abort, true)).toBe(abort)
  })

  test.each([
    [new DOMException('', 'TimeoutError'), true, 'timeout'],
    [new TypeError('Failed to fetch'), true, 'offline'],
    [new TypeError('Failed to fetch'), false, 'offline'],
  ])('turns %s into a French sentence', (cause, online, code) => {
    const error = unansweredError(cause, online)
    expect(error).toMatchObject({ code })
    expect(messageOf(error)).not.toBe('')
  })
})

test('only overload and server errors are retried', () => {
  const retried = [0, 400, 401, 404, 409, 422, 429, 500, 501, 502, 503, 504].filter((status) =>
    isWorthRetrying(new ApiError('internal', '', { status })),
  )
  expect(retried).toEqual([429, 500, 502, 503, 504])
})

test('a failed call waits 300 ms more after each attempt', () => {
  expect([1, 2, 3].map(retryDelay)).toEqual([300, 600, 900])
})

test('any other error is shown without its detail', () => {
  expect(messageOf(new TypeError('x is undefined'))).toBe(ERRORS.internal[1])
})
