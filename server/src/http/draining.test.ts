import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { sentenceOf } from '@tribune/contract/errors.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'
import { top3 } from '../testing/ballots.ts'
import { buildMatch } from '../testing/builders.ts'
import { lockWaits } from '../testing/inspect.ts'
import { signInOne } from '../testing/people.ts'

let server: TestServer
let address: URL
beforeEach(async () => {
  server = await startTestServer(inject('databaseUrl'))
  address = new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterEach(() => server.close())

async function speak(text: string): Promise<Socket> {
  const socket = connect(Number(address.port), address.hostname).on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

test('a stopping server announces its stop before it refuses calls', async () => {
  const { draining } = server.app
  draining.announce()
  for (const path of ['/api/health', '/api/health/ready']) {
    expect(refusalOf(await call(server, 'GET', path))).toEqual([503, 'busy'])
  }
  expect((await call(server, 'GET', '/api/health/live')).statusCode).toBe(200)
  expect((await call(server, 'GET', '/api/contact')).statusCode).toBe(200)
})

test('calls over an open connection to a stopping server are refused with a code and a time to retry', async () => {
  const { db, draining } = server.app
  const match = await buildMatch(db)
  const fan = await signInOne(server)
  const body = JSON.stringify(top3(match.playerIds.slice(0, 3)))
  const head = (method: string, path: string, more = '') =>
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${fan.cookie}\r\n${more}\r\n`
  const received = await db.transaction().execute(async (transaction) => {
    await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(transaction)
    const more = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`
    const socket = await speak(head('PUT', `/api/votes/${match.id}`, more) + body)
    await expect.poll(async () => (await lockWaits(db)) > 0, { timeout: 10_000 }).toBe(true)
    const closing = draining.close()
    // On the way behind the ballot, whose answer comes first.
    socket.write(head('GET', '/api/contact'))
    return { answers: text(socket), closing }
  })
  const [ballot = '', late = ''] = (await received.answers).split(/(?=HTTP\/1\.1 503)/)
  await received.closing
  expect(ballot).toMatch(/^HTTP\/1\.1 200 /)
  const [lateHead = '', lateBody = ''] = late.split('\r\n\r\n')
  expect(lateHead).toMatch(/^retry-after: \d+$/im)
  expect(JSON.parse(lateBody).error).toMatchObject({ code: 'busy', message: sentenceOf('busy') })
})

test('a ballot under way is answered, and incomplete requests do not delay the shutdown', async () => {
  const { db } = server.app
  const match = await buildMatch(db)
  const fan = await signInOne(server)
  const halfSent = [
    await speak(
      'PUT /api/votes/1 HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a":',
    ),
    await speak('GET /api/contact HTTP/1.1\r\nhost: 127.0'),
    await speak(''),
  ]
  const gone = Promise.all(halfSent.map((socket) => once(socket.resume(), 'close')))
  let closing: Promise<void> | undefined
  const answer = await db.transaction().execute(async (transaction) => {
    await sql`SELECT FROM matches WHERE id = ${match.id} FOR UPDATE`.execute(transaction)
    const ballot = fetch(`${address.origin}/api/votes/${match.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', cookie: fan.cookie },
      body: JSON.stringify(top3(match.playerIds.slice(0, 3))),
    })
    // The ledger waits for the lock: the request has arrived.
    await expect.poll(async () => (await lockWaits(server.app.db)) > 0, { timeout: 10_000 }).toBe(true)
    closing = server.app.draining.close()
    await gone
    return { ballot }
  })
  expect((await answer.ballot).status).toBe(200)
  await closing
})
