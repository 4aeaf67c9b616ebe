import { createHash } from 'node:crypto'
import {
  BROWSER_ERRORS_LISTED,
  BROWSER_ERRORS_LISTED_DAYS,
  listOperatorBrowserErrors,
  reportBrowserError,
} from '@tribune/contract/browser-errors.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { DISTINCT_A_DAY, scrubMessage } from '@tribune/domain/operator/browser-error.ts'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { GroupCommit } from '../../../infra/database/group-commit.ts'
import { addErrors, type CountedError, errorsSince, lockFingerprints } from './queries.ts'

export function registerBrowserErrors(route: Router, app: App): () => Promise<void> {
  const counts = new BrowserErrors(app)
  route(reportBrowserError, async ({ body }) => counts.add(body))

  route(listOperatorBrowserErrors, async () => {
    const since = new Date(app.clock.now().getTime() - (BROWSER_ERRORS_LISTED_DAYS - 1) * DAY_MS)
    const rows = await errorsSince(app.db, since.toISOString().slice(0, 10), BROWSER_ERRORS_LISTED)
    return {
      items: rows.map((row) => ({
        ...row,
        first_at: row.first_at.toISOString(),
        last_at: row.last_at.toISOString(),
      })),
    }
  })
  return () => counts.idle()
}

type Report = z.output<typeof reportBrowserError.body>

/** Maximum number of distinct errors that wait for one commit. A flood of others is lost, for they are only counted. */
const MAX_WAITING = 500
const MAX_PER_COMMIT = 200
const FINGERPRINT_LENGTH = 32
/** Separates the frames of a place. */
const FROM = ' ← '

/** Counts errors of browsers. One commit at a time and server counts all reports that arrive during the one before it. */
class BrowserErrors {
  readonly #counts: GroupCommit<CountedError, void>

  constructor(app: Pick<App, 'db' | 'clock' | 'log'>) {
    this.#counts = new GroupCommit<CountedError, void>({
      commit: async (errors) => {
        // No caller waits: a count that cannot be stored is lost.
        await store(app, errors).catch((error: unknown) =>
          app.log.warn({ err: error }, 'errors of browsers not counted'),
        )
        return errors.map(() => undefined)
      },
      replaced: () => undefined,
      keyOf: ({ fingerprint }) => fingerprint,
      combine: merged,
      maxBatch: MAX_PER_COMMIT,
      maxWaiting: MAX_WAITING,
      full: () => new Error('too many distinct errors of browsers'),
    })
  }

  /** Counts a report, scrubbed again: a browser is not trusted to have done so. */
  add({ kind, message, frames, build, screen, engine }: Report): void {
    const error = { kind, message: scrubMessage(message), place: frames.join(FROM), build }
    const fingerprint = createHash('sha256')
      .update(JSON.stringify(Object.values(error)))
      .digest('hex')
    const counted = { ...error, fingerprint: fingerprint.slice(0, FINGERPRINT_LENGTH), count: 1 }
    this.#counts.add({ ...counted, screens: [screen], engines: [engine] }).catch(() => undefined)
  }

  /** Resolves when nothing waits to be counted. */
  idle(): Promise<void> {
    return this.#counts.idle()
  }
}

/** Stores counts. Errors beyond the distinct ones of a day are counted in one row. */
async function store({ db, clock }: Pick<App, 'db' | 'clock'>, errors: readonly CountedError[]): Promise<void> {
  const now = clock.now()
  const day = now.toISOString().slice(0, 10)
  await db.transaction().execute(async (transaction) => {
    const stored = new Set(await lockFingerprints(transaction, day))
    stored.delete(OTHER.fingerprint)
    const rows = new Map<string, CountedError>()
    for (const error of errors) {
      const isDistinct = stored.has(error.fingerprint) || stored.size < DISTINCT_A_DAY
      const row = isDistinct ? error : { ...error, ...OTHER }
      if (isDistinct) stored.add(error.fingerprint)
      const before = rows.get(row.fingerprint)
      rows.set(row.fingerprint, before === undefined ? row : merged(before, row))
    }
    await addErrors(transaction, day, [...rows.values()], now)
  })
}

/** The row of all errors beyond the distinct ones of a day. */
const OTHER = { fingerprint: 'other', kind: 'error', message: '', place: '', build: '' } as const

function merged(one: CountedError, other: CountedError): CountedError {
  return {
    ...one,
    screens: [...new Set([...one.screens, ...other.screens])],
    engines: [...new Set([...one.engines, ...other.engines])],
    count: one.count + other.count,
  }
}
