import { FOLLOW_KINDS, MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import { z } from 'zod'
import { endpoint, instant, list, playerId } from '../endpoint.ts'

const kind = z.enum(FOLLOW_KINDS)
/** The id of a club, player or competition: players have the widest. */
const targetId = playerId

/** A club, player or competition that the caller follows, with its name and picture. */
const followed = z.object({
  kind,
  id: z.number().int(),
  since: instant,
  name: z.string(),
  picture: z.string().nullable(),
})

export const listFollows = endpoint({
  method: 'GET',
  path: '/api/follows',
  summary: 'The clubs, players and competitions that the caller follows, newest first',
  access: 'fan',
  output: list(followed),
})

export const putFollow = endpoint({
  method: 'PUT',
  path: '/api/follows/:kind/:id',
  summary: 'Follows a club, player or competition; nothing changes if the caller follows it already',
  access: 'fan',
  params: z.object({ kind, id: targetId }),
  output: z.object({ following: z.literal(true) }),
  errors: ['team_not_found', 'player_not_found', 'competition_not_found', 'follows_full'],
})

export const deleteFollow = endpoint({
  method: 'DELETE',
  path: '/api/follows/:kind/:id',
  summary: 'Stops following a club, player or competition; nothing changes if the caller does not follow it',
  access: 'fan',
  params: z.object({ kind, id: targetId }),
  output: z.object({ following: z.literal(false) }),
})

export const takeFollows = endpoint({
  method: 'POST',
  path: '/api/follows/take',
  summary:
    'Adds what a visitor followed on this device to the caller’s follows, newest first while there is space; skips unknown ids',
  access: 'fan',
  body: z.strictObject({
    items: z.array(z.strictObject({ kind, id: targetId, since: instant })).max(MAX_FOLLOWS),
  }),
  output: list(followed),
})
