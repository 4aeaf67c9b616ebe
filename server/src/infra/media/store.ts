import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { LRUCache } from 'lru-cache'
import { S3mini } from 's3mini'

interface StoreSettings {
  readonly storage: Bucket | null
  readonly dataDir: string
}

/** Opens the configured bucket, or else a folder in the data directory. */
export function openPictureStore({ storage, dataDir }: StoreSettings): PictureStore {
  return storage === null ? new DiskStore(join(dataDir, 'media')) : new S3Store(storage)
}

/** Persistent store of rendered pictures. Keys are short, of `a-z`, `0-9`, `/`, `-` and `.`; stored bytes never change. */
export interface PictureStore {
  /** Returns a picture, or `null` if it is not stored. Throws if that is unknown. */
  read(key: string): Promise<Buffer | null>
  write(key: string, bytes: Buffer): Promise<void>
}

/** An S3-compatible bucket, from `STORAGE_URL`. */
export interface Bucket {
  /** With the bucket as its path: `https://host:port/bucket`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const TIME_LIMIT_MS = 5_000

/** Stores pictures in a bucket that all servers share. Deletes nothing: a lifecycle rule of the bucket has to bound it. */
export class S3Store implements PictureStore {
  readonly #bucket: S3mini

  constructor(bucket: Bucket, timeLimitMs = TIME_LIMIT_MS) {
    this.#bucket = new S3mini({ ...bucket, requestAbortTimeout: timeLimitMs })
  }

  async read(key: string): Promise<Buffer | null> {
    const bytes = await this.#bucket.getObjectArrayBuffer(key)
    return bytes === null ? null : Buffer.from(bytes)
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const answer = await this.#bucket.putObject(key, bytes, 'image/webp')
    await answer.body?.cancel()
  }
}

/** About 60 000 pictures in all sizes. */
const MAX_BYTES = 1024 * 1024 * 1024
const UNFINISHED = '.unfinished'
const ABANDONED_MS = 60_000

/**
 * Stores pictures as files below one folder. Writes are atomic. The least recently read files are deleted when all together are too large; a
 * file's time is that of its last reading, so this works across restarts.
 */
export class DiskStore implements PictureStore {
  readonly #dir: string
  readonly #sizes: LRUCache<string, number>
  /** Resolves when existing files are counted. Only the size limit depends on it. */
  readonly counted: Promise<void>

  constructor(dir: string, maxBytes = MAX_BYTES) {
    this.#dir = dir
    this.#sizes = new LRUCache<string, number>({
      maxSize: maxBytes,
      sizeCalculation: (bytes) => Math.max(bytes, 1),
      dispose: (_bytes, key, reason) => {
        if (reason === 'evict') void rm(join(dir, key), { force: true }).catch(() => {})
      },
    })
    this.counted = this.#count().catch(() => {})
  }

  async read(key: string): Promise<Buffer | null> {
    const path = join(this.#dir, key)
    try {
      const bytes = await readFile(path)
      this.#sizes.set(key, bytes.length)
      const now = new Date()
      await utimes(path, now, now).catch(() => {})
      return bytes
    } catch (error) {
      this.#sizes.delete(key)
      if (isMissing(error)) return null
      throw error
    }
  }

  async write(key: string, bytes: Buffer): Promise<void> {
    const path = join(this.#dir, key)
    const unfinished = join(this.#dir, `${randomUUID()}${UNFINISHED}`)
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeFile(unfinished, bytes)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
    this.#sizes.set(key, bytes.length)
  }

  /** Counts existing files, the oldest first, so that they are the first to be deleted. Deletes files that a killed server left unfinished. */
  async #count(): Promise<void> {
    const found: { key: string; size: number; at: number }[] = []
    for (const entry of await readdir(this.#dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const about = await stat(path).catch(nothingIfMissing)
      // Another server may have deleted it since the folder was listed.
      if (about === null) continue
      const { size, mtimeMs } = about
      const unfinished = entry.name.endsWith(UNFINISHED)
      if (unfinished && mtimeMs < Date.now() - ABANDONED_MS) await rm(path, { force: true })
      if (!unfinished) found.push({ key: relative(this.#dir, path).replaceAll(sep, '/'), size, at: mtimeMs })
    }
    for (const { key, size } of found.sort((one, other) => one.at - other.at)) {
      if (!this.#sizes.has(key)) this.#sizes.set(key, size)
    }
  }
}

function nothingIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}
