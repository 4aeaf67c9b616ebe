import { mailClass } from '@tribune/domain/integrity/ballots.ts'
import { findGroups, INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { BallotTable } from '@tribune/domain/integrity/table.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Judgement, RuleRunner } from '../../../context.ts'
import { type Db, onOwnConnection } from '../../../infra/database/pool.ts'
import { Thread } from '../../../infra/jobs/thread.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { ballotsToJudge, ballotsVersion, insertRuleGroups, markRuleBallots } from './queries.ts'

type Verdict = Omit<Judgement, 'ran'>

/** A match whose ballots are to be judged. */
interface Case {
  readonly databaseUrl: string
  readonly matchId: number
}

/** Reads the ballots of a match, all of one moment, and runs the integrity rule on them. Blocks its thread for seconds. */
export function judge({ databaseUrl, matchId }: Case): Promise<Verdict> {
  return onOwnConnection(databaseUrl, 'tribune-integrity', async (db) => {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const { version, table } = await snapshot.execute((tx) => readCase(tx, matchId))
    return { ...version, groups: findGroups(table) }
  })
}

/** Reads the ballots of a match, with the earlier ones of their accounts, and their version. */
async function readCase(tx: Db, matchId: number) {
  const table = new BallotTable()
  const version = await ballotsVersion(tx, matchId)
  for await (const part of ballotsToJudge(tx, matchId)) {
    for (const { ballot, mailDomain, past } of part) table.add({ ...ballot, mail: mailClass(mailDomain) }, past)
  }
  return { version, table }
}

/** A hundred thousand ballots take some 5 seconds, a million some 40. */
const LIMIT_MS = 180_000
/** Maximum number of matches that end at once. */
const MAX_WAITING = 200
const MAX_HEAP_MB = 512

/** Runs the integrity rule in a thread of its own, one match at a time. */
export class RuleThread implements RuleRunner {
  readonly #thread: Thread<Case, Verdict>
  readonly #databaseUrl: string
  readonly #log: FastifyBaseLogger
  #closed = false

  constructor({
    databaseUrl,
    log,
    thread = new URL('./thread.ts', import.meta.url),
  }: {
    readonly databaseUrl: string
    readonly log: FastifyBaseLogger
    readonly thread?: URL
  }) {
    this.#databaseUrl = databaseUrl
    this.#log = log
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
    this.#thread = new Thread(thread, { limitMs: LIMIT_MS, maxWaiting: MAX_WAITING, resourceLimits })
  }

  /** Finds the groups of a match whose vote is over. A rule that fails delays no result: it finds nothing, and the result is provisional. */
  async judge(db: Db, matchId: number): Promise<Judgement> {
    try {
      return { ...(await this.#thread.ask({ databaseUrl: this.#databaseUrl, matchId })), ran: true }
    } catch (error) {
      if (this.#closed) throw new Refusal('busy')
      this.#log.error({ err: error, match_id: matchId }, 'integrity rule failed')
      return { ...(await ballotsVersion(db, matchId)), groups: [], ran: false }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#thread.close()
  }
}

/** Sets the groups that the rule has found aside, in the transaction of the publication, which has locked the match. */
export async function setGroupsAside(tx: Db, matchId: number, { groups }: Judgement, at: Date): Promise<void> {
  if (groups.length === 0) return
  const ids = await insertRuleGroups(tx, { matchId, groups, rule: INTEGRITY_RULE_VERSION, at })
  const marks = groups.flatMap(({ ballots }, index) => ballots.map((ballot) => ({ ballot, group: ids[index] ?? '' })))
  await markRuleBallots(tx, matchId, marks)
}
