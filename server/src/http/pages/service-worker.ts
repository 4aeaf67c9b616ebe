import { join } from 'node:path'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { POLICY_PLACE } from '@tribune/protocol/offline.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReadyBytes, type Snapshots } from '../../infra/snapshots/snapshot.ts'
import { type BuiltPage, policyRevision, readBuilt } from './built-page.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

type WorkerSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Creates a sender of the service worker with the revision of the page's policies. The worker caches the page with its headers, and a phone
 * fetches both again only with another worker: without the revision a changed policy would never reach it (docs/decisions/046).
 */
export function createWorkerSender(
  snapshots: Snapshots,
  webDir: string,
  readPage: () => Promise<BuiltPage>,
): WorkerSender {
  const readWorker = readBuilt(join(webDir, 'sw.js'), (script, version) => ({ script, version }))
  return async (request, reply) => {
    const { script, version } = await readWorker()
    const revision = policyRevision(await readPage(), reply)
    const build = async () => new ReadyBytes(SCRIPT, Buffer.from(script.replaceAll(POLICY_PLACE, revision)), 'no-cache')
    const wanted = { key: `worker:${version}:${revision}`, tags: [], maxAgeMs: DAY_MS, build, isExempt: true }
    return snapshots.send(wanted, request, reply)
  }
}
