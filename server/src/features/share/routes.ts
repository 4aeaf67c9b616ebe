import { getMatchCard, getPlayerCard, getPodiumCard } from '@tribune/contract/share.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import type { Router } from '../../http/route.ts'
import { ReadyBytes, type SnapshotRequest, sendSnapshot } from '../../http/snapshot.ts'
import { ShareService } from './service.ts'

/** A face that was not at hand is looked for again after this. */
const MAX_AGE_MS = 300_000
/** What a CDN may do: little while a result is to come. */
const SOON = 'public, max-age=30, s-maxage=60'
const LATER = 'public, max-age=300, s-maxage=3600'

export function registerShare(route: Router, app: App): () => Promise<void> {
  const { snapshots } = app
  const share = new ShareService(app)

  const send = async (wanted: Omit<SnapshotRequest, 'maxAgeMs'>, request: FastifyRequest, reply: FastifyReply) =>
    sendSnapshot(await snapshots.get({ ...wanted, maxAgeMs: MAX_AGE_MS }), request, reply)

  route(getMatchCard, async ({ params: { match_id: id }, query: { format }, request, reply }) => {
    const build = async () => {
      const { png, settled } = await share.matchCard(id, format, request.ip)
      return new ReadyBytes('image/png', png, settled ? LATER : SOON)
    }
    return send({ key: `share:match:${id}:${format}`, tags: [`match:${id}`], build }, request, reply)
  })

  route(getPlayerCard, async ({ params: { player_id: id }, query: { format }, request, reply }) => {
    const build = async () => new ReadyBytes('image/png', await share.playerCard(id, format, request.ip), LATER)
    return send({ key: `share:player:${id}:${format}`, tags: ['season'], build }, request, reply)
  })

  route(getPodiumCard, async ({ fan, params: { match_id: id }, query: { format }, reply }) => {
    const png = await share.podiumCard(fan.id, id, format)
    return reply.header('vary', 'cookie, authorization').type('image/png').send(png)
  })

  return () => share.close()
}
