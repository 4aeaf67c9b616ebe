import { PICTURE_KINDS, PICTURE_SIZES } from '@tribune/protocol/picture.ts'
import { z } from 'zod'
import { endpoint, matchId, playerId, seasonId, text } from './endpoint.ts'

/** `card` is 1200 x 630 pixels, for links; `story` 1080 x 1920, for a phone held upright. */
const format = z.object({ format: z.enum(['card', 'story']).default('card') })
const png = z.file().mime('image/png')

/**
 * A match as a picture: with its podium once the result is published, until then without score, ranks or votes (spec section 4, voting
 * availability: results are displayed once the vote is closed).
 */
export const getMatchCard = endpoint({
  method: 'GET',
  path: '/share/match/:match_id.png',
  summary: 'A match as a picture to share; without its result until that is published',
  access: 'public',
  shared: true,
  params: z.object({ match_id: matchId }),
  query: format,
  output: png,
  errors: ['match_not_found'],
})

/** A player and their season as a picture, a past one if its id is given (spec section 2, player page). */
export const getPlayerCard = endpoint({
  method: 'GET',
  path: '/share/player/:player_id.png',
  summary: 'A player as a picture to share',
  access: 'public',
  shared: true,
  params: z.object({ player_id: playerId }),
  query: format.extend({ season: seasonId.optional() }),
  output: png,
  errors: ['player_not_found', 'season_not_found'],
})

/** The caller's own complete ballot as a picture (spec section 4, podium selection). No other caller can get it. */
export const getPodiumCard = endpoint({
  method: 'GET',
  path: '/share/podium/:match_id.png',
  summary: 'The caller’s own podium of a match as a picture, with its points once the result is published',
  access: 'fan',
  params: z.object({ match_id: matchId }),
  query: format,
  output: png,
  errors: ['match_not_found', 'ballot_incomplete'],
})

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
