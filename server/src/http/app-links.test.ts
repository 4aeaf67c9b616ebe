import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../config.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../testing/app.ts'

const ONE = Array.from({ length: 32 }, () => 'AB').join(':')
const OTHER = Array.from({ length: 32 }, () => '0C').join(':')
const ASSOCIATIONS = ['/.well-known/apple-app-site-association', '/apple-app-site-association']

let server: TestServer
let bare: TestServer
beforeAll(async () => {
  const config = { androidCertificates: [ONE, OTHER], appleTeamId: 'ABCDE12345' }
  server = await startTestServer(inject('databaseUrl'), { config })
  bare = await startTestServer(inject('databaseUrl'))
})
afterAll(async () => {
  await server.close()
  await bare.close()
})

describe('links that phones verify', () => {
  test('Android finds the app and its certificates', async () => {
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

  test.each(ASSOCIATIONS)('Apple finds the app and its few paths at %s', async (path) => {
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
