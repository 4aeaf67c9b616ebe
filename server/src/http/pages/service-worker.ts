import { join } from 'node:path'
import { DAY_MS } from '@tribune/domain/instant.ts'
import { POLICY_PLACE } from '@tribune/domain/offline.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ReadyBytes, type Snapshots } from '../../infra/snapshots/snapshot.ts'
import { type BuiltPage, policyRevision, readBuilt } from './built-page.ts'

const SCRIPT = 'text/javascript; charset=utf-8'

type WorkerSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Sends the service worker with the revision of the policies that the page is under. The worker keeps the page with its headers, and a
 * phone fetches both again only for another worker: without this, a changed policy would reach no phone that has one.
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
    return snapshots.send({ key: `worker:${version}:${revision}`, tags: [], maxAgeMs: DAY_MS, build }, request, reply)
  }
}
