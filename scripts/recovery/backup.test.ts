import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { createTribune, type Tribune } from '@tribune/server/app.ts'
import { readConfig } from '@tribune/server/config.ts'
import { deleteWithin } from '@tribune/server/features/fans/accounts/service.ts'
import { saveChoice } from '@tribune/server/features/messages/digest/queries.ts'
import { publishDueMatches } from '@tribune/server/features/results/rankings/service.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@tribune/server/infra/database/embedded.ts'
import { migrate } from '@tribune/server/infra/database/migrate.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import { top3 } from '@tribune/server/testing/ballots.ts'
import { type BuiltMatch, buildMatch } from '@tribune/server/testing/builders.ts'
import { SECRET } from '@tribune/server/testing/constants.ts'
import { fastestFolder, makeDatabaseFolder } from '@tribune/server/testing/database.ts'
import { partsOfNowhere, SILENT_MAILER } from '@tribune/server/testing/nowhere.ts'
import { type SignedIn, signInMany } from '@tribune/server/testing/people.ts'
import { stuffMatch } from '@tribune/server/testing/stuffing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recount } from '../recount.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const home = makeDatabaseFolder(fastestFolder())
const BROKEN = join(home, 'broken')
const BALLOTS_AT_ONCE = 8
const envOf = (dataDir: string) => ({
  NODE_ENV: 'test',
  DATA_DIR: dataDir,
  SECRET,
  LOG_LEVEL: 'silent',
  PROOF_OF_WORK: 'off',
})

/** A server and its PostgreSQL, in this process. */
interface Installation {
  readonly tribune: Tribune
  readonly url: string
  stop(): Promise<void>
}

async function start(dataDir: string): Promise<Installation> {
  const database: EmbeddedDatabase = await startEmbeddedDatabase(dataDir)
  await migrate(database.url)
  const tribune = await createTribune({
    ...partsOfNowhere(() => systemClock.now()),
    config: readConfig(envOf(dataDir)),
    clock: systemClock,
    databaseUrl: database.url,
    mailer: SILENT_MAILER,
    publicUrl: 'http://tribune.invalid',
  })
  const url = await tribune.http.listen({ port: 0, host: '127.0.0.1' })
  return {
    tribune,
    url,
    async stop() {
      await tribune.close()
      await database.stop()
    },
  }
}

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

async function finished({ tribune: { app } }: Installation): Promise<BuiltMatch> {
  const match = await buildMatch(app.db, { status: 'finished', kickoffAt: ago(4), finishedAt: ago(2), rating: 7 })
  await stuffMatch(app.db, match, { honest: 40, script: 0, at: ago(3) })
  return match
}

async function publish({ tribune: { app } }: Installation): Promise<void> {
  await publishDueMatches(app)
  await app.recorder.write(app.db)
}

/** Ballots that were acknowledged, by fan, with the moment of the answer. */
const acknowledged = new Map<string, { readonly at: Date; readonly picks: readonly number[] }>()

async function vote(
  { tribune }: Installation,
  match: BuiltMatch,
  { id, cookie }: SignedIn,
  from: number,
): Promise<void> {
  const picks = match.playerIds.slice(from, from + 3)
  const answer = await tribune.http.inject({
    method: 'PUT',
    url: `/api/votes/${match.id}`,
    headers: { cookie },
    payload: top3(picks),
  })
  if (answer.statusCode === 200) acknowledged.set(id, { at: new Date(), picks })
}

let open: BuiltMatch
let early: BuiltMatch
let late: BuiltMatch
let folder = ''
/** Checkpoint of the broken database's log, as a verifier has stored it. */
let checkpoint = ''
let gone = ''
let ended: Date

beforeAll(async () => {
  const before = await start(BROKEN)
  const { app } = before.tribune
  early = await finished(before)
  await publish(before)
  open = await buildMatch(app.db, { players: 14 })
  late = await finished(before)
  const fans = await signInMany({ app, clock: systemClock }, 400)
  const later = fans.splice(-3)
  const voting = { ended: false }
  const lane = async (own: number) => {
    const ownFans = fans.filter((_, index) => index % BALLOTS_AT_ONCE === own)
    for (const fan of ownFans) if (!voting.ended) await vote(before, open, fan, acknowledged.size % 11)
  }
  const voted = Array.from({ length: BALLOTS_AT_ONCE }, (_, own) => lane(own))
  const lines: string[] = []
  folder = await backup([], readConfig(envOf(BROKEN)), (line) => lines.push(line))
  voting.ended = true
  await Promise.all(voted)
  expect(lines.join('\n')).toMatch(/matches recounted, public logs verified/)
  ended = new Date(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).manifest.ended)
  for (const fan of later) await vote(before, open, fan, 0)
  await publish(before)
  gone = fans[0]?.id ?? ''
  await app.db.transaction().execute((tx) => deleteWithin(app, tx, gone))
  await saveChoice(app.db, fans[1]?.id ?? '', false, new Date())
  const act = { action: 'voting_closed', subject: 'fan:1', created_at: new Date() }
  await app.db
    .insertInto('operator_journal')
    .values({ ...act, operator_id: gone, correlation_id: gone })
    .execute()
  const season = /\/audit\/(\d+)/.exec(await (await fetch(`${before.url}/.well-known/tribune-audit-keys`)).text())?.[1]
  checkpoint = join(home, 'checkpoint')
  writeFileSync(checkpoint, await (await fetch(`${before.url}/api/audit/log/${season}/checkpoint`)).text())
  await before.stop()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

async function restored(...more: string[]) {
  const dataDir = mkdtempSync(join(home, 'restored-'))
  const lines: string[] = []
  await restore([folder, ...more], envOf(dataDir), (line) => lines.push(line))
  return { dataDir, text: lines.join('\n') }
}

/** Recounts all that a server publishes, as anybody can. */
async function recounted(url: string, ...more: string[]) {
  const lines: string[] = []
  const code = await recount(
    [url, ...more],
    (line) => lines.push(line),
    () => {},
  )
  return { code, text: lines.join('\n') }
}

async function expectBallots({ tribune: { app } }: Installation): Promise<void> {
  const rows = await app.db.selectFrom('votes').selectAll().where('match_id', '=', open.id).execute()
  const stored = new Map(rows.map((row) => [row.user_id, [row.first_id, row.second_id, row.third_id]]))
  const before = [...acknowledged].filter(([id, { at }]) => at < ended && id !== gone)
  expect(before.length).toBeGreaterThan(20)
  for (const [id, { picks }] of before) expect(stored.get(id)).toEqual(picks)
}

test('refuses to restore over a database, and says what to do', async () => {
  await expect(restore([folder], envOf(BROKEN), () => {})).rejects.toThrow(`mv ${BROKEN} ${BROKEN}-broken`)
})

test('a restore has every ballot that was acknowledged before the end of the backup, and carries over what the broken database can still give', async () => {
  const { dataDir, text } = await restored('--broken', BROKEN)
  expect(text).toContain('400 sessions and 0 links ended')
  expect(text).toContain('1 entry of the public logs carried over')
  expect(text).toContain('1 account that had ended since ended again')
  expect(text).toContain('1 choice of messages carried over')
  expect(text).toMatch(/Repeat your act of .*: voting_closed fan:1/)
  expect(text).toMatch(new RegExp(`match ${open.id}, .*: \\d+ ballots cast or changed since are lost`))
  expect(text).toMatch(new RegExp(`match ${late.id}, .*: its result was published since`))
  const after = await start(dataDir)
  const { app } = after.tribune
  await expectBallots(after)
  expect(await app.db.selectFrom('auth.session').select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('auth.user').select('id').where('id', '=', gone).execute()).toEqual([])
  expect(await app.db.selectFrom('operator_journal').select('action').execute()).toEqual([{ action: 'voting_closed' }])
  expect(await app.db.selectFrom('digest_choices').select('wanted').execute()).toEqual([{ wanted: false }])
  // The log goes on: it has the entry of the broken database, and then the result that is published again.
  await publish(after)
  expect(await app.recorder.check(ago(5))).toEqual([])
  const { code, text: recount } = await recounted(after.url, '--checkpoint', checkpoint)
  expect([code, recount]).toEqual([0, expect.stringContaining(`Match ${late.id}: 40 ballots counted`)])
  expect(recount).toContain(`Match ${early.id}: 40 ballots counted`)
  await after.stop()
})

test('without the broken database the public logs continue under a new name, and no entry is replaced', async () => {
  const { dataDir, text } = await restored()
  expect(text).toMatch(/public log .* continues under a new name/)
  expect(text).toMatch(new RegExp(`match ${open.id}, .*: ballots may be lost`))
  const after = await start(dataDir)
  await expectBallots(after)
  await publish(after)
  expect(await after.tribune.app.recorder.check(ago(5))).toEqual([])
  expect((await recounted(after.url)).code).toBe(0)
  const keys = await (await fetch(`${after.url}/.well-known/tribune-audit-keys`)).text()
  expect(keys).toMatch(/\/audit\/\d{4}\.2\+/)
  // A verifier who has a later checkpoint learns that entries are missing, and finds none that differ.
  const { code, text: problems } = await recounted(after.url, '--checkpoint', checkpoint)
  expect([code, problems]).toEqual([1, expect.stringContaining('the log was cut')])
  expect(problems).not.toContain('rewritten')
  await after.stop()
})

test('a restore that fails leaves no database, so that no server starts from it', async () => {
  const dataDir = mkdtempSync(join(home, 'restored-'))
  const damaged = join(folder, 'postgres', 'PG_VERSION')
  writeFileSync(damaged, '17\n')
  await expect(restore([folder], envOf(dataDir), () => {})).rejects.toThrow('PG_VERSION was altered or is damaged')
  writeFileSync(damaged, '18\n')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  mkdirSync(join(dataDir, 'other'))
  await expect(restore([join(dataDir, 'other')], envOf(dataDir), () => {})).rejects.toThrow('it is not a backup')
  expect(readdirSync(dataDir)).not.toContain('postgres')
})
