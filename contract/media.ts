import { PICTURE_KINDS, PICTURE_SIZES } from '@tribune/domain/picture.ts'
import { z } from 'zod'
import { endpoint, playerId, text } from './endpoint.ts'

const sizes = PICTURE_SIZES.map(String)

/**
 * A player's face or a club's or competition's crest (spec section 3, photo and logo fields), from ourselves: a phone never asks the
 * provider. WebP; a drawing (SVG) while there is no picture. With the `v` that the other endpoints give it may be kept for ever.
 */
export const getPicture = endpoint({
  method: 'GET',
  path: '/media/:kind/:id/:size.webp',
  summary: 'A picture in one of four sizes; drawn while there is none',
  access: 'public',
  shared: true,
  params: z.object({ kind: z.enum(PICTURE_KINDS), id: playerId, size: z.enum(sizes) }),
  query: z.object({ v: text(64).optional() }),
  output: z.file().mime(['image/webp', 'image/svg+xml']),
  errors: ['invalid_request', 'not_found'],
})
