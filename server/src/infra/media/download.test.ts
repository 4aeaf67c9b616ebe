import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type PictureSource, redirects, sends, startPictureSource } from '../../testing/picture-source.ts'
import { destinationOf, isPublicAddress, publicLookup } from './destination.ts'
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

const SIMULATOR = new Map([['http://media.tribune.invalid', 'http://127.0.0.1:4567']])

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '192.167.0.1', '2606:4700:4700::1111', '2a00:1450:4007::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'file:///etc/passwd',
  'ftp://media.example.test/a.png',
  'data:image/png;base64,AA==',
  'gopher://media.example.test/',
  '/media/players/1.png',
  'no address',
  'http://name:word@media.example.test/a.png',
  'http://127.0.0.1/a.png',
  'http://127.0.0.1:4567/a.png',
  'http://0x7f.1/a.png',
  'http://2130706433/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:169.254.169.254]/latest/meta-data',
  'http://169.254.169.254/latest/meta-data',
])('refuses to download %s', (address) => {
  expect(() => destinationOf(address, SIMULATOR)).toThrow()
})

test('only the configured provider is requested at its current origin, which may be private', () => {
  const { url, isProvider } = destinationOf('http://media.tribune.invalid/media/a.png?b=1', SIMULATOR)
  expect([url.href, isProvider]).toEqual(['http://127.0.0.1:4567/media/a.png?b=1', true])
  const other = destinationOf('http://media.tribune.invalid:81//evil.example.test/a.png', SIMULATOR)
  expect([other.url.host, other.isProvider]).toEqual(['media.tribune.invalid:81', false])
  const slashes = destinationOf('http://media.tribune.invalid//evil.example.test/a.png', SIMULATOR)
  expect(slashes.url.host).toBe('127.0.0.1:4567')
})

test('any public address may be requested', () => {
  const { url, isProvider } = destinationOf('https://media.example.test/football/players/1.png', SIMULATOR)
  expect([url.href, isProvider]).toEqual(['https://media.example.test/football/players/1.png', false])
})

function resolved(addresses: readonly string[], all: boolean): Promise<string> {
  const entries: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const lookup = publicLookup((_host, _options, done) => done(null, entries))
  return new Promise((resolve) => {
    lookup('media.example.test', { all }, (error, found) => resolve(error?.message ?? JSON.stringify(found)))
  })
}

test.each([true, false])('a name with public addresses resolves to them (all: %s)', async (all) => {
  expect(await resolved(['1.1.1.1', '1.0.0.1'], all)).toContain('1.1.1.1')
})

test.each([['127.0.0.1'], ['1.1.1.1', '169.254.169.254'], ['::1', '1.1.1.1'], []])(
  'a name with a private address, or with none, is refused: %j',
  async (...addresses) => {
    for (const all of [true, false]) expect(await resolved(addresses, all)).toMatch(/private address|no address/)
  },
)
