import { join } from 'node:path'
import { DiskStore } from './disk-store.ts'
import { type Bucket, S3Store } from './s3-store.ts'
import type { PictureStore } from './store.ts'

interface StoreSettings {
  readonly storage: Bucket | null
  readonly dataDir: string
}

/** Opens the configured bucket, or else a folder in the data directory. */
export function openPictureStore({ storage, dataDir }: StoreSettings): PictureStore {
  return storage === null ? new DiskStore(join(dataDir, 'media')) : new S3Store(storage)
}
