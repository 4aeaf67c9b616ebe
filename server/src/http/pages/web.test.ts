import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
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

describe('files of the web app', () => {
  const root = mkdtempSync(join(tmpdir(), 'tribune-web-'))
  let server: TestServer
  beforeAll(async () => {
    const dist = join(root, 'dist')
    mkdirSync(join(dist, 'assets'), { recursive: true })
    writeFileSync(
      join(dist, 'index.html'),
      '<!doctype html><title>Tribune</title><script>let own</script><script src="/other.js"></script>',
    )
    writeFileSync(join(dist, 'assets/app-1a2b.js'), 'export {}')
    writeFileSync(join(dist, 'assets/work-worker-1a2b3.js'), 'export {}')
    writeFileSync(join(root, 'secret.txt'), 'not for you')
    server = await startTestServer(inject('databaseUrl'), { webDir: dist })
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true, force: true })
  })

  describe('the web app', () => {
    test.each(['/', '/points', '/rankings?page=2', '/profile', '/privacy/'])(
      '%s is its one page, never cached',
      async (url) => {
        const answer = await call(server, 'GET', url)
        expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
        expect(answer.body).toMatch(/<title>.*Tribune/)
        expect(answer.headers['content-security-policy']).toContain("default-src 'self'")
      },
    )

    test('allows the inline script of its page, and no other', async () => {
      const { headers } = await call(server, 'GET', '/')
      const policy = String(headers['content-security-policy']).split(';')
      const hash = createHash('sha256').update('let own').digest('base64')
      expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
      expect(policy).toContain("font-src 'self'")
    })

    test('lets the worker of the proof of work compile WebAssembly, and no other file', async () => {
      const policyOf = async (url: string) =>
        String((await call(server, 'GET', url)).headers['content-security-policy']).split(';')
      expect(await policyOf('/assets/work-worker-1a2b3.js')).toContain("script-src 'self' 'wasm-unsafe-eval'")
      for (const url of ['/', '/index.html', '/assets/app-1a2b.js', '/assets/x/work-worker-1a2b3.js'])
        expect((await policyOf(url)).join()).not.toContain('wasm')
    })

    test('sends the page with the same policies as a file, which is how the service worker caches it', async () => {
      const policies = async (url: string) => {
        const { headers } = await call(server, 'GET', url)
        return Object.entries(headers).filter(([name]) => name.endsWith('-policy'))
      }
      expect(await policies('/index.html')).toEqual(await policies('/'))
      expect(await policies('/index.html')).not.toEqual(await policies('/assets/app-1a2b.js'))
    })

    test('has assets that are cached for a year', async () => {
      const answer = await call(server, 'GET', '/assets/app-1a2b.js')
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    })

    describe('with a range request', () => {
      const part = (range: string) => call(server, 'GET', '/assets/app-1a2b.js', { headers: { range } })

      test.each([
        ['bytes=0-5', 'export', 'bytes 0-5/9'],
        ['bytes=7-', '{}', 'bytes 7-8/9'],
        ['bytes=7-9999999999', '{}', 'bytes 7-8/9'],
      ])('as %s gives %s', async (range, body, contentRange) => {
        const answer = await part(range)
        expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, body, contentRange])
      })

      test.each(['bytes=9-', 'bytes=9999999999-', 'bytes=9999999999-9999999999'])(
        'beyond its end, as %s, reports its length',
        async (range) => {
          const answer = await part(range)
          expect(refusalOf(answer)).toEqual([416, 'range_not_satisfiable'])
          expect([answer.headers['content-range'], answer.headers['cache-control']]).toEqual(['bytes */9', 'no-store'])
        },
      )

      test.each([
        'bytes=a-b',
        'bytes=',
        'bytes=-',
        'bytes=5-2',
        'bytes=1-2-3',
        'bytes=-99',
        'bytes=0-1,a',
        'lines=1-2',
        '\u00e9',
      ])('that is invalid, as %s, is ignored', async (range) => {
        const answer = await part(range)
        expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([200, 'export {}', undefined])
      })
    })

    test.each([
      '/assets/none.js',
      '/favicon.ico',
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/..%5csecret.txt',
      '/%00.txt',
      '/assets/',
      '/.env',
    ])('has no %s', async (url) => {
      const answer = await call(server, 'GET', url)
      expect(answer.body).not.toContain('not for you')
      expect(answer.statusCode === 200 ? answer.body.includes('<title>') : answer.statusCode < 500).toBe(true)
    })

    test.each(['/un.point', '/player/1.5'])('%s, mistyped in a browser, is its page', async (url) => {
      const answer = await call(server, 'GET', url, { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect(answer.headers['content-type']).toContain('text/html')
      expect(answer.body).toMatch(/<title>.*Tribune/)
    })

    test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt'])(
      '%s is not for a browser either',
      async (url) => {
        const answer = await call(server, 'GET', url, { headers: { accept: 'text/html' } })
        expect(answer.body).not.toContain('not for you')
        expect(answer.statusCode).toBeLessThan(500)
      },
    )

    test('does not reveal whether a file exists outside its directory', async () => {
      const [there, nowhere] = [await answerOnSocket('/../secret.txt'), await answerOnSocket('/../no-secret.txt')]
      expect(there).toBe(nowhere)
      expect(there).toBe('HTTP/1.1 404 Not Found')
      expect(await answerOnSocket('/assets/app-1a2b.js')).toBe('HTTP/1.1 200 OK')
    })

    test('sends a file to a browser that navigates to it', async () => {
      const answer = await call(server, 'GET', '/assets/app-1a2b.js', { headers: { accept: 'text/html' } })
      expect(answer.body).toBe('export {}')
    })

    test.each([
      '/api/nothing',
      '/api/votes/1/2',
      '/api/none.json',
      '/api',
      '/api/',
      '/assets',
      '/assets/',
      '/media/nothing',
      '/share/nothing',
      '/.well-known/apple-app-site-association',
      '/.well-known/assetlinks.json',
      '/.well-known/change-password',
      '/apple-app-site-association',
      '/.env',
      '/.git/config',
    ])('%s is never a page, not even for a browser', async (url) => {
      for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
        const answer = await call(server, 'GET', url, { headers: { accept } })
        expect(refusalOf(answer)).toEqual([404, 'not_found'])
      }
    })

    test('serves the documentation of the API', async () => {
      const openapi = (await call(server, 'GET', '/api/openapi.json')).json()
      expect(Object.keys(openapi.paths)).toContain('/api/votes/{match_id}')
      expect((await call(server, 'GET', '/api/docs/')).statusCode).toBe(200)
    })
  })

  /** Returns the first line of the answer for an address that no client has normalised on its way. */
  async function answerOnSocket(path: string): Promise<string> {
    const { http } = server.tribune
    if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' })
    const { port, hostname } = new URL(http.listeningOrigin)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nhost: tribune.invalid\r\naccept: text/html\r\nconnection: close\r\n\r\n`)
    let answer = ''
    for await (const bytes of socket.setEncoding('utf8')) answer += bytes
    return answer.slice(0, answer.indexOf('\r\n'))
  }
})

describe('the service worker', () => {
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
})
