import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { DiskStore, S3Store } from './store.ts'

/** A file that is deleted just before it is counted. */
let vanishing: string | null = null
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original()
  const stat = ((path: string) => {
    if (vanishing !== null && path.endsWith(vanishing)) rmSync(path)
    return real.stat(path)
  }) as typeof real.stat
  return { ...real, stat }
})

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tribune-media-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const files = () =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
const ten = (letter: string) => Buffer.from(letter.repeat(10))

describe('a folder of pictures', () => {
  test('returns what was written, even after a restart, and nothing else', async () => {
    await new DiskStore(dir).write('players/a.webp', ten('a'))
    expect(await new DiskStore(dir).read('players/a.webp')).toEqual(ten('a'))
    expect(await new DiskStore(dir).read('players/b.webp')).toBeNull()
    expect(await new DiskStore(join(dir, 'none')).read('players/a.webp')).toBeNull()
  })

  test('has only complete files, even under concurrent reads and writes', async () => {
    const store = new DiskStore(dir)
    const [letters, length] = [[...'abcdefghij'], 4_000_000]
    const whole = new Set(letters)
    const writing = letters.map((letter) => store.write('teams/x.webp', Buffer.alloc(length, letter)))
    const reads = Array.from({ length: 40 }, () => store.read('teams/x.webp'))
    for (const bytes of await Promise.all([...reads, Promise.all(writing).then(() => store.read('teams/x.webp'))])) {
      if (bytes === null) continue
      const letter = String.fromCharCode(bytes[0] ?? 0)
      expect([bytes.length, whole.has(letter), bytes.equals(Buffer.alloc(length, letter))]).toEqual([
        length,
        true,
        true,
      ])
    }
    expect(files()).toEqual(['x.webp'])
  })

  test('stays below its limit by deleting the least recently read files', async () => {
    const store = new DiskStore(dir, 30)
    for (const name of ['a', 'b', 'c']) await store.write(`teams/${name}`, ten(name))
    await store.read('teams/a')
    await store.write('teams/d', ten('d'))
    await expect.poll(files).toEqual(['a', 'c', 'd'])
    expect(await store.read('teams/b')).toBeNull()
  })

  test('knows the least recently read files after a restart', async () => {
    const first = new DiskStore(dir, 30)
    for (const name of ['a', 'b', 'c']) {
      await first.write(`teams/${name}`, ten(name))
      utimesSync(join(dir, 'teams', name), 1_000, 1_000)
    }
    await first.read('teams/a')
    expect(statSync(join(dir, 'teams', 'a')).mtimeMs).toBeGreaterThan(1_000_000)
    utimesSync(join(dir, 'teams', 'b'), 2_000, 2_000)
    const second = new DiskStore(dir, 30)
    await second.counted
    await second.write('teams/d', ten('d'))
    await expect.poll(files).toEqual(['a', 'b', 'd'])
  })

  test('applies its limit to the files of an earlier run', async () => {
    const store = new DiskStore(dir)
    for (const name of ['a', 'b', 'c', 'd']) await store.write(`teams/${name}`, ten(name))
    await new DiskStore(dir, 20).counted
    await expect.poll(() => files().length).toBe(2)
  })

  test('counts the other files when one is deleted during the count', async () => {
    const store = new DiskStore(dir)
    for (const name of ['a', 'b', 'c', 'd']) await store.write(`teams/${name}`, ten(name))
    vanishing = 'a'
    await new DiskStore(dir, 20).counted
    vanishing = null
    await expect.poll(() => files().length).toBe(2)
  })

  test('deletes files that a killed server left unfinished', async () => {
    mkdirSync(join(dir, 'teams'))
    writeFileSync(join(dir, 'old.unfinished'), 'half')
    writeFileSync(join(dir, 'young.unfinished'), 'half')
    utimesSync(join(dir, 'old.unfinished'), 1_000, 1_000)
    await new DiskStore(dir).counted
    expect(files()).toEqual(['young.unfinished'])
  })

  test('that is not writable fails, and leaves nothing behind', async () => {
    writeFileSync(join(dir, 'teams'), 'a file in the way')
    const store = new DiskStore(dir)
    await expect(store.write('teams/a', ten('a'))).rejects.toThrow()
    expect(await store.read('teams/a')).toBeNull()
    expect(files()).toEqual(['teams'])
  })
})

const KEY = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'eu-west-3' }
const NAME = 'players/-12-0123456789ab-96.webp'
let server: S3Server
beforeAll(async () => {
  server = await startS3Server(KEY)
})
afterEach(() => {
  server.trouble = 'none'
})
afterAll(() => server.close())

const IMPATIENT_MS = 200

/** As an operator would write it. */
function storeOf({ id = KEY.id, secret = KEY.secret, region = KEY.region } = {}, timeLimitMs?: number): S3Store {
  const url = `s3://${id}:${encodeURIComponent(secret)}@${server.url}/tribune?region=${region}&tls=off`
  const { storage } = readConfig({ STORAGE_URL: url, SECRET: 'x'.repeat(40) })
  if (storage === null) throw new Error('no storage')
  return new S3Store(storage, timeLimitMs)
}

describe('a bucket', () => {
  test('returns what was written, and verifies signatures', async () => {
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
    await storeOf().write(NAME, bytes)
    expect(server.objects.get(`/tribune/${NAME}`)).toEqual({ bytes, type: 'image/webp' })
    expect(await storeOf().read(NAME)).toEqual(bytes)
  })

  test('returns null where nothing was written', async () => {
    expect(await storeOf().read('teams/1-0-48.webp')).toBeNull()
  })

  test.each([
    ['a wrong key', { id: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
    ['a wrong secret', { secret: 'another' }, 'SignatureDoesNotMatch'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ])('fails for %s, instead of returning a picture or null', async (_name, wrong, code) => {
    const store = storeOf(wrong)
    await expect(store.read(NAME)).rejects.toThrow(code)
    await expect(store.write('teams/2-0-48.webp', Buffer.from('x'))).rejects.toThrow(code)
    expect(server.objects.has('/tribune/teams/2-0-48.webp')).toBe(false)
  })

  test('that fails causes an error', async () => {
    server.trouble = 'error'
    await expect(storeOf().read(NAME)).rejects.toThrow('500')
    await expect(storeOf().write(NAME, Buffer.from('x'))).rejects.toThrow('500')
  })

  test.each(['slow', 'silent'] as const)('that is %s causes an error at the time limit', async (trouble) => {
    server.trouble = trouble
    await expect(storeOf({}, IMPATIENT_MS).read(NAME)).rejects.toThrow(/timeout|aborted/i)
  })

  test('that is unreachable causes an error', async () => {
    const gone = await startS3Server(KEY)
    await gone.close()
    const store = new S3Store({
      endpoint: `http://${gone.url}/tribune`,
      region: 'auto',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    })
    await expect(store.read(NAME)).rejects.toThrow()
  })

  test('has no secret in its errors', async () => {
    for (const trouble of ['error', 'slow', 'silent'] as const) {
      server.trouble = trouble
      const error: unknown = await storeOf({}, IMPATIENT_MS)
        .read(NAME)
        .catch((reason: unknown) => reason)
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toContain(KEY.secret)
    }
  })
})

describe('STORAGE_URL', () => {
  test('has key, secret, server, bucket, region and whether to encrypt', () => {
    const read = (url: string) => readConfig({ STORAGE_URL: url, SECRET: 'x'.repeat(40) }).storage
    expect(read('s3://id:a%2Fb%2Bc@s3.example.test/pictures?region=eu-west-3')).toEqual({
      endpoint: 'https://s3.example.test/pictures',
      region: 'eu-west-3',
      accessKeyId: 'id',
      secretAccessKey: 'a/b+c',
    })
    expect(read('s3://id:s@127.0.0.1:9000/pictures/?tls=off')).toMatchObject({
      endpoint: 'http://127.0.0.1:9000/pictures',
      region: 'auto',
    })
    expect(readConfig({ SECRET: 'x'.repeat(40) }).storage).toBeNull()
  })

  test.each([
    'nonsense',
    'https://id:hush-hush@s3.example.test/pictures',
    's3://s3.example.test/pictures',
    's3://id@s3.example.test/pictures',
    's3://:hush-hush@s3.example.test/pictures',
    's3://id:hush-hush@s3.example.test',
    's3://id:hush-hush@/pictures',
    's3://id:hush-hush%E0%A4@s3.example.test/pictures',
  ])('is refused by its name, without its content: %s', (url) => {
    const refusal = () => readConfig({ STORAGE_URL: url, SECRET: 'x'.repeat(40) })
    expect(refusal).toThrow('STORAGE_URL: s3://KEY:SECRET@host/bucket is expected')
    expect(refusal).not.toThrow('hush-hush')
  })
})
