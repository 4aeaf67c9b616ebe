/** Persistent store of rendered pictures. Keys are short, of `a-z`, `0-9`, `/`, `-` and `.`; stored bytes never change. */
export interface PictureStore {
  /** Returns a picture, or `null` if it is not stored. Throws if that is unknown. */
  read(key: string): Promise<Buffer | null>
  write(key: string, bytes: Buffer): Promise<void>
}
