import { crowdOf } from '@tribune/domain/fans/mail-crowd.ts'
import type { JudgedBallot } from '@tribune/domain/integrity/ballots.ts'
import type { History } from '@tribune/domain/integrity/lockstep.ts'
import { findGroups, type Group } from '@tribune/domain/integrity/rule.ts'
import { createDatabase, createPool } from '../../../infra/database/pool.ts'
import { ballotsToJudge, ballotsVersion } from './queries.ts'

/** A match whose ballots are to be judged. */
export interface Case {
  readonly databaseUrl: string
  readonly matchId: number
}

/** The groups of a match, and the version of the ballots that they were found in. */
export interface Verdict {
  readonly changes: number
  readonly attempt: number
  readonly groups: readonly Group[]
}

/** Reads the ballots of a match, all of one moment, and runs the integrity rule on them. Blocks its thread for seconds. */
export async function judge({ databaseUrl, matchId }: Case): Promise<Verdict> {
  const db = createDatabase(createPool(databaseUrl, () => {}, { name: 'tribune-integrity', size: 1 }))
  try {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const { version, ballots, history } = await snapshot.execute(async (tx) => {
      const history: History = new Map()
      const ballots: JudgedBallot[] = []
      const version = await ballotsVersion(tx, matchId)
      for await (const part of ballotsToJudge(tx, matchId)) {
        for (const { ballot, mailDomain, past } of part) {
          ballots.push({ ...ballot, mail: mailClass(mailDomain) })
          if (past.length > 0) history.set(ballot.account, past)
        }
      }
      return { version, ballots, history }
    })
    return { ...version, groups: findGroups(ballots, history) }
  } finally {
    await db.destroy()
  }
}

function mailClass(domain: string | null): string {
  if (domain === null) return 'none'
  const { domain: small } = crowdOf(domain)
  return small === null ? 'popular' : `small:${small}`
}
