import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** Maximum number of rows that are counted of one queue. */
const COUNTED = 10_000
/** Days before now whose matches have their ballots set aside summed. */
const ASIDE_DAYS = 7

/** Counts what is due in the queues that are tables, each with its oldest moment; at most {@link COUNTED} of each. */
export async function backlogs(db: Db, now: Date) {
  const due = (table: string, condition: string) =>
    sql`SELECT due_at FROM ${sql.table(table)} WHERE outcome IS NULL AND ${sql.raw(condition)} AND due_at <= ${now} ORDER BY due_at LIMIT ${COUNTED}`
  const { rows } = await sql<{ queue: string; waiting: number; since: Date | null }>`
    SELECT 'push' AS queue, count(*)::integer AS waiting, min(due_at) AS since
      FROM ((${due('push_messages', 'urgent')}) UNION ALL (${due('push_messages', 'NOT urgent')})) AS m
    UNION ALL SELECT 'digest-mails', count(*)::integer, min(due_at) FROM (${due('digest_mails', 'true')}) AS d
    UNION ALL SELECT 'records', count(*)::integer, min(at) FROM audit_pending`.execute(db)
  return rows
}

/** Sums the ballots that are set aside in matches of the last days. */
export async function ballotsSetAside(db: Db, now: Date): Promise<number> {
  const { ballots } = await db
    .selectFrom('matches')
    .select(({ fn }) => fn.sum<number | null>('ballots_set_aside').as('ballots'))
    .where('match_date', '>', new Date(now.getTime() - ASIDE_DAYS * DAY_MS))
    .executeTakeFirstOrThrow()
  return ballots ?? 0
}
