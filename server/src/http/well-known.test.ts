import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'

const [ONE = '', OTHER = ''] = ['AB', '0C'].map((byte) => Array(32).fill(byte).join(':'))

let server: TestServer
let bare: TestServer
beforeAll(async () => {
  const config = {
    androidCertificates: [ONE, OTHER],
    appleTeamId: 'ABCDE12345',
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

describe('links of the native app', () => {
  const ASSOCIATIONS = ['/.well-known/apple-app-site-association', '/apple-app-site-association']

  describe('links that phones verify', () => {
    test('the Android file names the app and its certificates', async () => {
      const answer = await call(server, 'GET', '/.well-known/assetlinks.json')
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
      expect(answer.json()).toEqual([
        {
          relation: ['delegate_permission/common.handle_all_urls'],
          target: { namespace: 'android_app', package_name: 'app.tribune.fan', sha256_cert_fingerprints: [ONE, OTHER] },
        },
      ])
    })

    test.each(ASSOCIATIONS)('the Apple file at %s names the app and its few paths', async (path) => {
      const answer = await call(server, 'GET', path)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^application\/json/),
      ])
      expect(answer.json()).toEqual({
        applinks: {
          details: [
            {
              appIDs: ['ABCDE12345.app.tribune.fan'],
              components: [{ '/': '/match/*' }, { '/': '/player/*' }, { '/': '/auth/callback' }],
            },
          ],
        },
      })
    })

    test.each(['/.well-known/assetlinks.json', ...ASSOCIATIONS])(
      '%s is refused in JSON while no signer is configured',
      async (path) => {
        const answer = await call(bare, 'GET', path)
        expect(refusalOf(answer)).toEqual([404, 'not_found'])
        expect(answer.headers['content-type']).toMatch(/^application\/json/)
      },
    )

    test.each([
      ['ANDROID_CERTIFICATES', 'AB:CD'],
      ['ANDROID_CERTIFICATES', `${ONE},`],
      ['APPLE_TEAM_ID', 'ABCDE1234'],
    ])('refuses %s=%s', (name, value) => {
      expect(() => readConfig({ NODE_ENV: 'test', [name]: value })).toThrow(name)
    })

    test('reads several certificates in any case', () => {
      const list = `${ONE.toLowerCase()} , ${OTHER}`
      expect(readConfig({ NODE_ENV: 'test', ANDROID_CERTIFICATES: list }).androidCertificates).toEqual([ONE, OTHER])
    })
  })
})

describe('the contact for security', () => {
  const PATH = '/.well-known/security.txt'
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
})
