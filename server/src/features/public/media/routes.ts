import { hash } from 'node:crypto'
import { getPicture } from '@tribune/contract/pictures.ts'
import { avatarSvg, crestSvg } from '@tribune/domain/players/crest.ts'
import { PICTURE_SIZES, type PictureOf } from '@tribune/protocol/picture.ts'
import type { App, FoundPicture, ReadTurn, ReadyPicture } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { isKnown } from '../../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../../kernel/refusal.ts'

/** An SVG opened on its own is a document, which must not be allowed to do anything. */
const NOTHING_ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export function registerMedia(route: Router, { pictures, reads }: App): undefined {
  route(getPicture, async ({ params, query, request, reply }) => {
    const of = { kind: params.kind, id: params.id }
    const size = PICTURE_SIZES.find((one) => String(one) === params.size)
    // Several callers may wait for the same row: it is read even if the first of them leaves.
    const caller = { address: request.ip, isActive: () => true }
    const read: ReadTurn = (work) => reads.turn('read', caller, work)
    const found = size === undefined ? null : await pictures.find(of, size, query.v, read)
    if (found === null) throw new Refusal('not_found')
    const { bytes, etag, type, cacheControl } = presentPicture(of, query.v, found)
    reply.headers({ etag, 'cache-control': cacheControl, 'content-security-policy': NOTHING_ALLOWED })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()
    return reply.type(type).send(bytes)
  })
  return undefined
}

const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_A_WHILE = 'public, max-age=300'
const LONGEST_DRAWN_S = 300

/** A picture with its headers. */
interface PictureAnswer extends ReadyPicture {
  readonly type: 'image/webp' | 'image/svg+xml'
  readonly cacheControl: string
}

/** Presents a picture, cacheable for ever under its version; else a drawing, cacheable until the picture may be there. */
function presentPicture(of: PictureOf, asked: string | undefined, found: FoundPicture): PictureAnswer {
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
