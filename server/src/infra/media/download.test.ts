import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PictureSource, redirects, sends, startPictureSource } from '../../testing/picture-source.ts'
import { publicLookup } from './destination.ts'
import { Downloader } from './download.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024, 1)
let provider: PictureSource
let stranger: PictureSource
let downloader: Downloader
beforeAll(async () => {
  provider = await startPictureSource()
  stranger = await startPictureSource()
  downloader = new Downloader({ providers: new Map([[provider.url, provider.url]]) })
})
afterEach(() => {
  provider.asked.length = 0
  stranger.asked.length = 0
})
afterAll(async () => {
  downloader.close()
  await provider.close()
  await stranger.close()
})

const get = (path: string) => downloader.get(`${provider.url}${path}`)

test('the bytes of a picture are returned unchanged', async () => {
  provider.on('/a.png', sends('bytes'))
  expect(String(await get('/a.png'))).toBe('bytes')
})

describe('redirects', () => {
  test('are followed three times, and not a fourth', async () => {
    provider.on('/end.png', sends('here'))
    for (const [at, to] of [
      ['/3', '/end.png'],
      ['/2', '3'],
      ['/1', `${provider.url}/2`],
      ['/0', '/1'],
    ] as const)
      provider.on(at, redirects(to))
    expect(String(await get('/1'))).toBe('here')
    await expect(get('/0')).rejects.toThrow('too many redirects')
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'data:image/png;base64,AA==',
    'javascript:alert(1)',
  ])('to %s are not followed', async (location) => {
    provider.on('/away', redirects(location))
    await expect(get('/away')).rejects.toThrow(/private address|no picture address/)
  })

  test('to another port of the same private machine are not followed', async () => {
    stranger.on('/secret', sends('secret'))
    provider.on('/away', redirects(`${stranger.url}/secret`))
    await expect(get('/away')).rejects.toThrow('private address')
    expect(stranger.asked).toEqual([])
  })
})

describe('a name that resolves to a private address', () => {
  test('is refused at the connection, before a byte is sent', async () => {
    stranger.on('/secret', sends('secret'))
    const lookup = publicLookup((_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]))
    const careful = new Downloader({ providers: new Map(), lookup })
    const { port } = new URL(stranger.url)
    await expect(careful.get(`http://media.example.test:${port}/secret`)).rejects.toThrow('private address 127.0.0.1')
    await expect(careful.get(`http://localhost.:${port}/secret`)).rejects.toThrow('private address')
    expect(stranger.asked).toEqual([])
    careful.close()
  })

  test('is refused by the machine’s own resolver too', async () => {
    const { port } = new URL(stranger.url)
    await expect(downloader.get(`http://localhost:${port}/secret`)).rejects.toThrow('private address')
    expect(stranger.asked).toEqual([])
  })
})

describe('a download fails for', () => {
  test.each([204, 206, 304, 400, 401, 403, 404, 429, 500, 503])('an answer of %i', async (status) => {
    provider.on('/status', (response) => void response.writeHead(status).end())
    await expect(get('/status')).rejects.toThrow(`answered ${status}`)
  })

  test('more than 2 MB, announced', async () => {
    provider.on('/huge', (response) => void response.writeHead(200, { 'content-length': 3_000_000 }).flushHeaders())
    await expect(get('/huge')).rejects.toThrow('3000000 bytes are too many')
  })

  test('more than 2 MB, unannounced, where reading stops', async () => {
    let sent = 0
    provider.on('/endless', (response) => {
      const more = () => {
        while (!response.destroyed && response.write(MEGABYTE)) sent += 1
        sent += 1
      }
      response.on('drain', more)
      more()
    })
    await expect(get('/endless')).rejects.toThrow('more than 2097152 bytes')
    expect(sent).toBeLessThan(40)
  })

  test('a compressed answer', async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000))
    provider.on('/packed', (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
    await expect(get('/packed')).rejects.toThrow('compressed as gzip')
  })

  test('an answer that never begins, never ends, or ends early', async () => {
    provider.on('/silent', () => {})
    provider.on('/slow', (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    provider.on('/cut', (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half')
      setImmediate(() => response.destroy())
    })
    const hurried = new Downloader({ providers: new Map([[provider.url, provider.url]]), timeLimitMs: 300 })
    for (const path of ['/silent', '/slow'])
      await expect(hurried.get(provider.url + path)).rejects.toThrow(/aborted|timeout/i)
    hurried.close()
    await expect(get('/cut')).rejects.toThrow('aborted')
  })

  test('an answer that is not HTTP', async () => {
    const raw = createServer()
    raw.on('connection', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(raw.address() as AddressInfo).port}`
    const other = new Downloader({ providers: new Map([[url, url]]) })
    await expect(other.get(`${url}/a.png`)).rejects.toThrow()
    other.close()
    raw.close()
  })
})

test('a request has no key, cookie or trace of a fan', async () => {
  let headers = {}
  provider.on('/headers', (response, request) => {
    headers = request.headers
    response.end('ok')
  })
  await get('/headers')
  expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

test('closing aborts downloads under way', async () => {
  provider.on('/silent', () => {})
  const closing = new Downloader({ providers: new Map([[provider.url, provider.url]]), timeLimitMs: 60_000 })
  const under = closing.get(`${provider.url}/silent`)
  closing.close()
  await expect(under).rejects.toThrow()
})
