import { join } from 'node:path'
import type { Config } from '../config.ts'
import { DiskStore } from './disk-store.ts'
import { S3Store } from './s3-store.ts'
import type { PictureStore } from './store.ts'

/** The bucket that was named, or a folder beside everything else that is kept here. */
export function openPictureStore({ storage, dataDir }: Config): PictureStore {
  return storage === null ? new DiskStore(join(dataDir, 'media')) : new S3Store(storage)
}
