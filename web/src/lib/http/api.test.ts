import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { removePhone } from '@tribune/contract/accounts.ts'
import type { setCompetitionCc } from '@tribune/contract/competitions.ts'
import type { getMatchScreen } from '@tribune/contract/matches.ts'
import type { putVote } from '@tribune/contract/votes.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { call, get, request } from './api.ts'
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
