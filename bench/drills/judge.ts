import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { rankMatch } from '@tribune/domain/results/ranking.ts'
import { tallyOf } from '@tribune/domain/testing/tally.ts'
import { readTally } from '@tribune/server/features/ballots/tally/queries.ts'
import { RecordThread } from '@tribune/server/features/results/audit/service.ts'
import { ratedPlayers } from '@tribune/server/features/results/rankings/queries.ts'
import { createDatabase, createPool, type Database } from '@tribune/server/infra/database/pool.ts'
import { completeBallots } from '@tribune/server/testing/recount.ts'
import type pg from 'pg'
import { SECRET } from '../start-server.ts'
import type { Sent } from './voting.ts'

/** An assertion of a drill, and its finding. */
export interface Finding {
  readonly asserted: string
  readonly found: string
  readonly ok: boolean
}

const none = (asserted: string, faults: readonly string[], of: string): Finding => ({
  asserted,
  found: faults.length === 0 ? of : `${faults.length} differ: ${faults.slice(0, 3).join('; ')}`,
  ok: faults.length === 0,
})

/** Counts publications of each match, so that a second one shows. */
export const SEE_PUBLICATIONS = `
  CREATE TABLE publications_seen (match_id bigint);
  CREATE FUNCTION see_publication() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO publications_seen VALUES (NEW.id); RETURN NEW; END $$;
  CREATE TRIGGER publications_are_seen AFTER UPDATE OF published_at ON matches FOR EACH ROW
    WHEN (NEW.published_at IS DISTINCT FROM OLD.published_at) EXECUTE FUNCTION see_publication();`

/** Judges by the rules of `domain/`, from stored ballots, sent ones, and lineups alone. All of these matches must be published. */
export async function judge(
  url: string,
  sent: ReadonlyMap<string, Sent>,
  published: readonly number[],
): Promise<Finding[]> {
  const pool = createPool(url, () => {}, { name: 'judge', size: 2 })
  const db = createDatabase(pool)
  const recorder = new RecordThread({ databaseUrl: url, host: '', secrets: [SECRET] }, console)
  try {
    const log = await recorder.check(new Date(0))
    return [...(await ballots(db, sent)), ...(await results(pool, published)), none('public log verifies', log, 'yes')]
  } finally {
    await recorder.close()
    await db.destroy()
  }
}

async function ballots(db: Database, sent: ReadonlyMap<string, Sent>): Promise<Finding[]> {
  const rows = await db.selectFrom('votes').selectAll().execute()
  const stored = new Map(
    rows.map((row) => [`${row.user_id} ${row.match_id}`, [row.first_id, row.second_id, row.third_id].join(' ')]),
  )
  const acknowledged = [...sent].filter(([, one]) => one.acknowledged !== null)
  const lost = acknowledged.filter(([key, one]) => {
    const now = stored.get(key)
    return now !== one.acknowledged && !one.doubtful.includes(now ?? '')
  })
  const strange = [...stored].filter(([key, picks]) => {
    const one = sent.get(key)
    return one === undefined || (one.acknowledged !== picks && !one.doubtful.includes(picks))
  })
  const isTwice = rows.length !== stored.size
  const experience = rows.filter(({ xp, complete }) => xp !== (complete ? XP_PER_BALLOT : 0)).map(({ id }) => id)
  const unequal: string[] = []
  const matches = new Set(rows.map(({ match_id }) => match_id))
  for (const match of matches) {
    const { changes: _, ...tally } = await readTally(db, match)
    if (sorted(tally) !== sorted(tallyOf(await completeBallots(db, match)))) unequal.push(`match ${match}`)
  }
  return [
    none(
      'each acknowledged ballot is stored once',
      isTwice ? ['two rows'] : lost.map(([key]) => key),
      `${acknowledged.length} of ${acknowledged.length}`,
    ),
    none(
      'no ballot that was not sent',
      strange.map(([key]) => key),
      `${rows.length} rows`,
    ),
    none('tally = recount', unequal, `${matches.size} matches`),
    none('experience of each ballot', experience, `${XP_PER_BALLOT} each`),
  ]
}

async function results(pool: pg.Pool, published: readonly number[]): Promise<Finding[]> {
  const db = createDatabase(pool)
  const [wrong, unpublished, logged] = [[] as string[], [] as string[], [] as string[]]
  for (const match of published) {
    const { rows } = await pool.query<{ coefficient: number; seen: number; entries: number; points: string }>(
      `
      SELECT m.coefficient, (SELECT count(*) FROM publications_seen p WHERE p.match_id = m.id) AS seen,
        (SELECT count(*) FROM audit_entries e WHERE e.match_id = m.id) AS entries,
        (SELECT coalesce(string_agg(player_id || ' ' || rank || ' ' || points, ',' ORDER BY player_id), '')
          FROM match_player_points p WHERE p.match_id = m.id) AS points
      FROM matches m WHERE m.id = $1`,
      [match],
    )
    const row = rows[0]
    if (row?.seen !== 1) unpublished.push(`match ${match}: ${row?.seen} times`)
    if (row?.entries !== 1) logged.push(`match ${match}: ${row?.entries} entries`)
    const tally = tallyOf(await completeBallots(db, match))
    const { ranked } = rankMatch({ tally, players: await ratedPlayers(db, match), coefficient: row?.coefficient ?? 0 })
    const wanted = [...ranked].sort((one, other) => one.player_id - other.player_id)
    if (wanted.map(({ player_id, rank, points }) => `${player_id} ${rank} ${points}`).join() !== row?.points)
      wrong.push(`match ${match}`)
  }
  const of = `${published.length} matches`
  return [
    none('each result is published once', unpublished, of),
    none('each result is that of its ballots', wrong, of),
    none('each result has one entry in the public log', logged, of),
  ]
}

function sorted({ voters, players, duels }: ReturnType<typeof tallyOf>): string {
  const texts = (values: readonly object[]) =>
    values.map((value) => JSON.stringify(Object.entries(value).sort())).sort()
  return JSON.stringify({ voters, players: texts(players), duels: texts(duels) })
}
