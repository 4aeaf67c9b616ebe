import { join } from 'node:path'
import { DiskStore } from './disk-store.ts'
import { type Bucket, S3Store } from './s3-store.ts'
import type { PictureStore } from './store.ts'

interface StoreSettings {
  readonly storage: Bucket | null
  readonly dataDir: string
}

/** The bucket that was named, or a folder beside everything else that is kept here. */
export function openPictureStore({ storage, dataDir }: StoreSettings): PictureStore {
  return storage === null ? new DiskStore(join(dataDir, 'media')) : new S3Store(storage)
}
