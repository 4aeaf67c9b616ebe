import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Judgement, RuleRunner } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Thread } from '../../../infra/jobs/thread.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Case, Verdict } from './judge.ts'
import { ballotsVersion, insertRuleGroups, markRuleBallots } from './queries.ts'

/** A million ballots take half a minute. */
const LIMIT_MS = 180_000
/** Most matches that end at once. */
const MAX_WAITING = 200
const MAX_HEAP_MB = 1_024

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
    const version = await ballotsVersion(db, matchId)
    try {
      return { ...(await this.#thread.ask({ databaseUrl: this.#databaseUrl, matchId })), ran: true }
    } catch (error) {
      if (this.#closed) throw new Refusal('busy')
      this.#log.error({ err: error, match_id: matchId }, 'integrity rule failed')
      return { ...version, groups: [], ran: false }
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
