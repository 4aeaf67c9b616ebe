import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { removePhone } from '@tribune/contract/accounts.ts'
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

/** An address that is answered so. */
async function answering(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

test('an answer that breaks off is no answer, not one that nobody can read', async () => {
  const breaksOff: RequestListener = (_request, reply) => {
    reply.writeHead(200, { 'content-length': '100' })
    reply.write('{"items":[', () => reply.destroy())
  }
  const address = await answering(breaksOff)
  await expect(request('GET', address)).rejects.toMatchObject({ code: 'offline' })
  await expect(getFile(address)).rejects.toMatchObject({ code: 'offline' })
})

test('an answer that begins and does not end is given up at the time limit', async () => {
  const address = await answering((_request, reply) => {
    reply.writeHead(200)
    reply.write('{"items":[')
  })
  await expect(request('POST', address, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'timeout' })
})

test('an answer in another form than JSON is unreadable', async () => {
  const address = await answering((_request, reply) => reply.end('<!doctype html>'))
  await expect(request('GET', address)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
})

test('a refusal is thrown as what the server calls it', async () => {
  const address = await answering((_request, reply) => {
    reply.writeHead(409)
    reply.end('{"error":{"code":"vote_closed","message":"Le vote est clos.","id":"x"}}')
  })
  await expect(request('PUT', address)).rejects.toMatchObject({ code: 'vote_closed', message: 'Le vote est clos.' })
})

test('headers go along without a body too', async () => {
  const address = await answering((request, reply) =>
    reply.end(JSON.stringify([request.headers['x-asked'] ?? null, request.headers['content-type'] ?? null])),
  )
  expect(await request('GET', address, { headers: { 'x-asked': 'yes' } })).toEqual(['yes', null])
})

test('a call of the contract is sent to its address, with what it takes', async () => {
  const address = await answering((asked, reply) => {
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

/** Never run: that it compiles is the test. */
export function misuses() {
  const top3 = [{ position: 1, player_id: 7 }]
  // @ts-expect-error: another method than the endpoint's
  call<typeof putVote>('POST', '/api/votes/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: another address
  call<typeof putVote>('PUT', '/api/vote/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: without the match
  call<typeof putVote>('PUT', '/api/votes/:match_id', { body: { top3 } })
  // @ts-expect-error: a body of another form
  call<typeof putVote>('PUT', '/api/votes/:match_id', { params: { match_id: 1 }, body: { picks: top3 } })
  // @ts-expect-error: nothing where something must be sent
  call<typeof putVote>('PUT', '/api/votes/:match_id')
  // @ts-expect-error: without the body, though nothing need stand in it
  call<typeof removePhone>('POST', '/api/me/phone/remove')
  // @ts-expect-error: a read of what is written
  get<typeof putVote>('/api/votes/:match_id', { params: { match_id: 1 }, body: { top3 } })
  // @ts-expect-error: a query that the endpoint does not know
  get<typeof getMatchScreen>('/api/rpc/get_match_screen', { query: { id: 1 } })
}
