import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DiskStore } from './store.ts'

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
