import { parseBallot } from '@tribune/domain/audit/ballots.ts'
import { utf8 } from '@tribune/domain/audit/bytes.ts'
import { openCheckpoint, parseKey } from '@tribune/domain/audit/checkpoint.ts'
import { checkLog } from '@tribune/domain/audit/log.ts'
import { parseRecord } from '@tribune/domain/audit/record.ts'
import { checkRecord, Recount } from '@tribune/domain/audit/recount.ts'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { sha256 } from '../features/results/audit/service.ts'
import { publishDueMatches } from '../features/results/rankings/service.ts'
import { verifyEd25519 } from '../kernel/keys.ts'
import { call } from './app.ts'
import { type BuiltMatch, buildMatch } from './builders.ts'
import { twoServersForFile } from './for-file.ts'
import { stuffMatch } from './stuffing.ts'

interface Played extends BuiltMatch {
  readonly farm: readonly string[]
}

/** Two servers of a test file, with what publishes matches and reads their public records and log. */
export function auditForFile() {
  const parts = twoServersForFile()

  const ago = (ms: number) => new Date(parts.server.clock.now().getTime() - ms)
  const get = (path: string, cookie?: string) => call(parts.server, 'GET', path, cookie === undefined ? {} : { cookie })
  const textOf = async (path: string) => (await get(path)).body
  const write = () => parts.server.app.recorder.write(parts.server.app.db)
  const act = (name: string, body: object) =>
    call(parts.server, 'POST', `/api/functions/${name}`, { cookie: parts.admin.cookie, body })

  /** A published match with its record. */
  async function published({ honest = 60, script = 0, rating = 7, recorded = true } = {}): Promise<Played> {
    const { db } = parts.server.app
    const at = ago(2 * HOUR_MS)
    const match = await buildMatch(db, { status: 'finished', finishedAt: at, kickoffAt: ago(4 * HOUR_MS), rating })
    const farm = await stuffMatch(db, match, { honest, script, at: ago(3 * HOUR_MS) })
    await publishDueMatches(parts.server.app)
    if (recorded) await write()
    return { ...match, farm }
  }

  const recordOf = async (id: number) => {
    const body = await textOf(`/api/audit/matches/${id}`)
    const record = parseRecord(body)
    if (record === null) throw new Error(`no record: ${body}`)
    return { record, hash: Buffer.from(sha256(utf8(body))).toString('hex'), body }
  }

  /** Reads and checks the log of the present season. */
  async function logNow() {
    const keys = (await textOf('/.well-known/tribune-audit-keys'))
      .trim()
      .split('\n')
      .flatMap((line) => parseKey(sha256, line) ?? [])
    const season = /audit\/([\d.]+)\+/.exec(await textOf('/.well-known/tribune-audit-keys'))?.[1]
    const checkpoint = await openCheckpoint(await textOf(`/api/audit/log/${season}/checkpoint`), keys, verifyEd25519)
    if (typeof checkpoint === 'string') throw new Error(checkpoint)
    const lines = (await textOf(`/api/audit/log/${season}/entries`)).trim().split('\n')
    return { ...checkLog(sha256, lines, checkpoint), checkpoint, season }
  }

  /** Recounts the ballots of a record. */
  async function recountOf(id: number) {
    const { record } = await recordOf(id)
    const recount = new Recount(sha256, record)
    const body = await textOf(`/api/audit/matches/${id}/ballots/${record.ballots?.hash}`)
    for (const line of body.split(/(?<=\n)/)) recount.add(parseBallot(line))
    return checkRecord(record, recount, Buffer.from(sha256(utf8(body))).toString('hex'))
  }

  return Object.assign(parts, { ago, get, textOf, write, act, published, recordOf, logNow, recountOf })
}
