import { hash } from 'node:crypto'
import { avatarSvg, crestSvg } from '@tribune/domain/players/crest.ts'
import type { PictureOf } from '@tribune/protocol/picture.ts'
import type { FoundPicture, ReadyPicture } from '../../../context.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=300'
const LONGEST_DRAWN_S = 300

/** A picture with its headers. */
export interface PictureAnswer extends ReadyPicture {
  readonly type: 'image/webp' | 'image/svg+xml'
  readonly cacheControl: string
}

/** Presents a picture, cacheable for ever under its version; else a drawing, cacheable until the picture may be there. */
export function presentPicture(of: PictureOf, asked: string | undefined, found: FoundPicture): PictureAnswer {
  const { name, version, ready, retryMs } = found
  if (ready !== null) {
    return { ...ready, type: 'image/webp', cacheControl: asked === version ? FOR_EVER : FOR_A_WHILE }
  }
  const drawn = { name, id: of.id }
  const bytes = Buffer.from(of.kind === 'players' ? avatarSvg(drawn) : crestSvg(drawn))
  const seconds = Math.min(LONGEST_DRAWN_S, Math.ceil(retryMs / 1000))
  return {
    bytes,
    etag: `"${hash('sha1', bytes)}"`,
    type: 'image/svg+xml',
    cacheControl: `public, max-age=${seconds}`,
  }
}
