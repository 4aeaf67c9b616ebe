import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { POLICY_PLACE } from '@tribune/protocol/offline.ts'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { App } from '../../context.ts'
import { headOf } from '../../features/public/share/service.ts'
import { call, refusalOf, startTestServer, type TestServer } from '../../testing/app.ts'
import { collectOpenApi } from '../openapi.ts'
import { installPages } from './pages.ts'

const WORKER = `precache([{url:"/index.html",revision:"1a2b-${POLICY_PLACE}"}])`
const CAPTCHA = { siteKey: 'site', secretKey: 'secret', verifyUrl: null }
const root = mkdtempSync(join(tmpdir(), 'tribune-worker-'))
const page = (script: string) => writeFileSync(join(root, 'index.html'), `<!doctype html><script>${script}</script>`)

let server: TestServer
beforeAll(async () => {
  page('one')
  writeFileSync(join(root, 'sw.js'), WORKER)
  server = await startTestServer(inject('databaseUrl'), { webDir: root })
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

/** The service worker of the same build, from a server with other settings. */
async function workerWith(settings: (app: App) => Partial<App>): Promise<string> {
  const http = fastify()
  await collectOpenApi(http, server.app)
  const app = { ...server.app, ...settings(server.app) }
  await installPages(http, { ...app, headOf: (path, query) => headOf(app, path, query), webDir: root, plugins: [] })
  const { body } = await http.inject('/sw.js')
  await http.close()
  return body
}

describe('the service worker', () => {
  test('is a script that is always revalidated, compressed where accepted', async () => {
    const plain = await call(server, 'GET', '/sw.js')
    expect([plain.statusCode, plain.headers['cache-control'], plain.headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/javascript; charset=utf-8',
    ])
    expect(plain.body).toMatch(/^precache\(\[{url:"\/index.html",revision:"1a2b-[\w-]{12}"}\]\)$/)
    const known = await call(server, 'GET', '/sw.js', { headers: { 'if-none-match': String(plain.headers.etag) } })
    expect(known.statusCode).toBe(304)
  })

  test('is the same on every server with the same page and policies', async () => {
    expect(await workerWith(() => ({}))).toBe((await call(server, 'GET', '/sw.js')).body)
  })

  test.each<[string, (app: App) => Partial<App>]>([
    ['a captcha that the page may load', ({ config }) => ({ config: { ...config, captcha: CAPTCHA } })],
    ['https', () => ({ publicUrl: 'https://tribune.invalid' })],
  ])('differs under another policy: %s', async (_what, settings) => {
    expect(await workerWith(settings)).not.toBe(await workerWith(() => ({})))
  })

  test('differs when a script of the page, and so its policy, changes', async () => {
    const { body } = await call(server, 'GET', '/sw.js')
    page('two, a longer one')
    expect((await call(server, 'GET', '/sw.js')).body).not.toBe(body)
  })

  test('is not found without a build', async () => {
    rmSync(join(root, 'sw.js'))
    expect(refusalOf(await call(server, 'GET', '/sw.js'))).toEqual([404, 'not_found'])
  })
})
