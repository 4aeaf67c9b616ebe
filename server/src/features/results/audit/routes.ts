import {
  findAuditBallots,
  getAuditBallots,
  getAuditCheckpoint,
  getAuditConsistency,
  getAuditInclusion,
  getAuditRecord,
  getAuditRecordByHash,
  getBallotProof,
  listAuditEntries,
  listAuditKeys,
} from '@tribune/contract/audit.ts'
import { consistencyProof, inclusionProof } from '@tribune/domain/audit/tree.ts'
import type { FastifyReply } from 'fastify'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { allLogs, entryLines, logNamed, newestRecord, recordByHash } from './queries.ts'
import { ballotsStream, logLeaves, MAX_LOGS, proofOf, proveBallot, sha256, verifierKey } from './service.ts'

/** Rows as which a file of ballots is charged: as many as the largest screen. */
const FILE_ROWS = 640
/** A hash names one content for good. */
const FOR_EVER = 'public, max-age=31536000, immutable'

export function registerAudit(route: Router, app: App): undefined {
  const { db } = app

  const recordOf = async (matchId: number) => {
    const record = await newestRecord(db, matchId)
    if (record === undefined) throw new Refusal('audit_unknown')
    return record
  }
  const logOf = async (name: string) => {
    const log = await logNamed(db, name)
    if (log === undefined) throw new Refusal('audit_unknown')
    return log
  }
  const send = (reply: FastifyReply, type: string, body: string) => reply.type(`${type}; charset=utf-8`).send(body)

  route(getAuditRecord, async ({ params, reply, read }) => {
    const { body } = await read(() => recordOf(params.match_id))
    return send(reply, 'application/json', body)
  })

  route(getAuditRecordByHash, async ({ params, reply, read }) => {
    const record = await read(() => recordByHash(db, params.hash))
    if (record === undefined) throw new Refusal('audit_unknown')
    return send(reply.header('cache-control', FOR_EVER), 'application/json', record.body)
  })

  route(findAuditBallots, async ({ params, reply, read }) => {
    const { ballots } = await read(() => recordOf(params.match_id))
    if (ballots === null) throw new Refusal('audit_unknown')
    return reply.redirect(`/api/audit/matches/${params.match_id}/ballots/${ballots}`, 302)
  })

  route(getAuditBallots, async ({ params, request, reply, read }) => {
    const isZipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    const stream = await read(() => ballotsStream(db, params, isZipped), FILE_ROWS)
    if (stream === null) throw new Refusal('audit_unknown')
    const headers = { 'cache-control': FOR_EVER, vary: 'accept-encoding, origin', ...stream.headers }
    return reply.headers(headers).type('application/x-ndjson; charset=utf-8').send(stream.lines)
  })

  route(getAuditCheckpoint, async ({ params, reply, read }) => {
    const { checkpoint } = await read(() => logOf(params.season))
    return send(reply, 'text/plain', checkpoint)
  })

  route(listAuditEntries, async ({ params, query, reply, read }) => {
    const lines = await read(async () => entryLines(db, await logOf(params.season), query))
    return send(reply, 'application/x-ndjson', lines.map((line) => `${line}\n`).join(''))
  })

  route(getAuditInclusion, async ({ params, query, read }) => {
    if (query.index >= query.size) throw new Refusal('audit_unknown')
    const leaves = await read(() => logLeaves(db, params.season, query.size))
    return proofOf(inclusionProof(sha256, leaves, query.index))
  })

  route(getAuditConsistency, async ({ params, query, read }) => {
    if (query.from > query.to) throw new Refusal('audit_unknown')
    const leaves = await read(() => logLeaves(db, params.season, query.to))
    return proofOf(consistencyProof(sha256, leaves, query.from))
  })

  route(listAuditKeys, async ({ reply, read }) => {
    const logs = await read(() => allLogs(db, MAX_LOGS))
    return send(reply, 'text/plain', logs.map((log) => `${verifierKey(log)}\n`).join(''))
  })

  route(getBallotProof, async ({ fan, params }) => proveBallot(app, fan.id, params.match_id))
  return undefined
}
