import { S3mini } from 's3mini'
import type { PictureStore } from './store.ts'

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
