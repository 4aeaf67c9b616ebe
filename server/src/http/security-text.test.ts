import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'

const PATH = '/.well-known/security.txt'
let server: TestServer
let bare: TestServer
beforeAll(async () => {
  const config = {
    contactEmail: 'securite@tribune.invalid',
    publicUrl: 'https://tribune.invalid',
    legal: { publisher: 'Tribune SAS, 1 rue du Stade, Lyon', director: 'Camille Roux', host: 'Nuage SA, Lille' },
  }
  server = await startTestServer(inject('databaseUrl'), { config })
  bare = await startTestServer(inject('databaseUrl'))
})
afterAll(async () => {
  await server.close()
  await bare.close()
})
const ask = (of: TestServer, path: string) => call(of, 'GET', path, { headers: { host: 'tribune.invalid' } })

test('the address for reports of vulnerabilities is current for half a year', async () => {
  const answer = await ask(server, PATH)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  const lines = answer.body.split('\n')
  expect(lines).toContain('Contact: mailto:securite@tribune.invalid')
  expect(lines).toContain('Canonical: https://tribune.invalid/.well-known/security.txt')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(answer.body)?.[1] ?? '')
  expect((expires - server.clock.now().getTime()) / DAY_MS).toBeCloseTo(180, 1)
})

test('it is refused while no contact is configured', async () => {
  expect(refusalOf(await call(bare, 'GET', PATH))).toEqual([404, 'not_found'])
})

test('the legal notice names who publishes and hosts the site', async () => {
  expect((await ask(server, '/api/contact')).json()).toEqual({
    email: 'securite@tribune.invalid',
    publisher: 'Tribune SAS, 1 rue du Stade, Lyon',
    director: 'Camille Roux',
    host: 'Nuage SA, Lille',
  })
})
