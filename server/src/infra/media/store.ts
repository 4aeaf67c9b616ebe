/** Where ready pictures are kept between starts. Keys are short, of `a-z`, `0-9`, `/`, `-` and `.`; what is kept never changes. */
export interface PictureStore {
  /** `null`: not kept. Throws when that cannot be told. */
  read(key: string): Promise<Buffer | null>
  write(key: string, bytes: Buffer): Promise<void>
}
