import { getMatchCard, getPlayerCard, getPodiumCard } from '@tribune/contract/pictures.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { callerOf } from '../../../infra/snapshots/public-reads.ts'
import { PUBLIC, ReadyBytes, type SnapshotRequest, sendSnapshot } from '../../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Made, ShareService } from './service.ts'

/** Time after which a picture with missing faces is made again. */
const MAX_AGE_MS = 300_000
/** For a complete picture, which only a correction or the player's next match changes. */
const FOR_A_MINUTE = 'public, max-age=60'

export function registerShare(route: Router, app: App): undefined {
  const { snapshots } = app
  const share = new ShareService(app)

  const send = async (
    { make, ...wanted }: Omit<SnapshotRequest, 'maxAgeMs' | 'build'> & { make: () => Promise<Made> },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    for (;;) {
      let isOurs = false
      const build = async () => {
        isOurs = true
        const { png, settled } = await make()
        return new ReadyBytes('image/png', png, settled ? FOR_A_MINUTE : PUBLIC['cache-control'])
      }
      try {
        return sendSnapshot(await snapshots.get({ ...wanted, build, maxAgeMs: MAX_AGE_MS }, null), request, reply)
      } catch (error) {
        // Callers who wait for the same picture must not get the rate limit of the first one.
        if (isOurs || !isSpent(error)) throw error
      }
    }
  }

  route(getMatchCard, async ({ params: { match_id: id }, query: { format }, request, reply }) => {
    const make = () => share.matchCard(id, format, callerOf(request))
    return send({ key: `share:match:${id}:${format}`, tags: [`match:${id}`], make }, request, reply)
  })

  route(getPlayerCard, async ({ params: { player_id: id }, query: { format, season }, request, reply }) => {
    // An unknown season is refused before it costs anything.
    if (season !== undefined) await app.seasons.find(season)
    const make = () => share.playerCard(id, season, format, callerOf(request))
    return send({ key: `share:player:${id}:${season ?? 'open'}:${format}`, tags: ['season'], make }, request, reply)
  })

  route(getPodiumCard, async ({ fan, params: { match_id: id }, query: { format }, reply }) => {
    const png = await share.podiumCard(fan.id, id, format)
    return reply.type('image/png').send(png)
  })

  return undefined
}

function isSpent(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too_many_requests'
}
