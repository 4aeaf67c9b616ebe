import { getPicture } from '@tribune/contract/media.ts'
import { PICTURE_SIZES } from '@tribune/protocol/picture.ts'
import type { App, ReadTurn } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { isKnown } from '../../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { presentPicture } from './present.ts'

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
