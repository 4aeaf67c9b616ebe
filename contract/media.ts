import { PICTURE_KINDS, PICTURE_SIZES } from '@tribune/protocol/picture.ts'
import { z } from 'zod'
import { endpoint, playerId, text } from './endpoint.ts'

const sizes = PICTURE_SIZES.map(String)

/**
 * A player's photo or a club's or competition's logo (spec section 3, photo and logo fields). Served by us: phones never contact the provider.
 * WebP, or a drawn SVG while there is no picture. With the `v` of the addresses in other answers it may be cached for ever.
 */
export const getPicture = endpoint({
  method: 'GET',
  path: '/media/:kind/:id/:size.webp',
  summary: 'A picture in one of four sizes, or a drawing while there is none',
  access: 'public',
  shared: true,
  params: z.object({ kind: z.enum(PICTURE_KINDS), id: playerId, size: z.enum(sizes) }),
  query: z.object({ v: text(64).optional() }),
  output: z.file().mime(['image/webp', 'image/svg+xml']),
  errors: ['not_found'],
})
