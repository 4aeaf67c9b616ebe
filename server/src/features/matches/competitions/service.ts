import { randomUUID } from 'node:crypto'
import type { applyCountryCoefficients } from '@tribune/contract/operator/coefficients.ts'
import {
  countryCoefficients,
  MATCH_PHASES,
  matchCoefficient,
  type PhaseCoefficient,
  roundCoefficient,
  topCountries,
} from '@tribune/domain/results/coefficient.ts'
import { type CountryRanking, uefaCodeOf } from '@tribune/football/country-ranking/source.ts'
import { FeedError } from '@tribune/football/feed.ts'
import type { z } from 'zod'
import type { App, JobContext } from '../../../context.ts'
import { type Db, isDatabaseAway } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Act, changedRefusal, journal, refuseChanged } from '../../common/journal/service.ts'
import { rebuildSeason } from '../../season/season-ranking/service.ts'
import {
  applyCoefficients,
  coefficientCases,
  competitionCoefficients,
  lockCoefficients,
  lockCompetition,
  lockCompetitions,
  lockMatchesOf,
  lockPhaseCoefficients,
  phaseCoefficients,
  setCompetitionCoefficient,
  setEnabled,
  setPhaseCoefficient,
} from './queries.ts'

/** Bounds of a match's coefficient, as in its column. */
const MIN_COEFFICIENT = 0.01
const MAX_COEFFICIENT = 99_999.99
const PLAYED_PHASES = MATCH_PHASES.filter((phase) => phase !== 'derby_multiplier')

/** How much later a job rebuilds the season, if the server that hid or showed a competition has not: it died, or the database was away. */
const REBUILD_AFTER_MS = 30_000

/** Acts that change the coefficient of a competition. */
const COEFFICIENT_ACTS = ['competition_coefficient', 'country_coefficient'] as const

const subjectOf = (id: number) => `competition:${id}`

/** Shows or hides a competition, and updates the season, now and by a job that survives this server. Refuses `competition_not_found`. */
export async function enableCompetition(app: App, act: Act, id: number, enabled: boolean) {
  const { competition, job } = await app.db.transaction().execute(async (tx) => {
    const before = await lockCompetition(tx, id)
    if (before === undefined) throw new Refusal('competition_not_found')
    const subject = subjectOf(id)
    const current = { enabled: before.enabled }
    await refuseChanged(tx, act, { current, subjects: [subject], actions: ['competition_enabled'] })
    await journal(app, tx, act, {
      action: 'competition_enabled',
      subject,
      before: current,
      after: { enabled },
    })
    const at = new Date(app.clock.now().getTime() + REBUILD_AFTER_MS)
    // Each change has a job of its own: another may withdraw its own before this one is counted.
    const job = await app.jobs.send(tx, 'season-rebuild', {}, at, randomUUID())
    return { competition: await setEnabled(tx, id, enabled), job }
  })
  await followEnabled(app)
  if (job !== null) await app.jobs.withdraw('season-rebuild', job)
  return competition
}

/** Updates the season, then the screens, after a change of the competitions that are shown. */
export async function followEnabled(app: JobContext): Promise<void> {
  try {
    await rebuildSeason(app)
  } finally {
    // They are already shown or hidden, even if the season could not be rebuilt.
    await app.bus.publish('competitions', {})
  }
}

/**
 * Changes a competition's coefficient and those of its matches; returns the number of changed matches. Published points stay until the
 * operator recalculates their matches, which are marked until then (docs/decisions/049). Refuses
 * `competition_not_found`, and as {@link changeCoefficients}.
 */
export async function changeCompetitionCoefficient(
  app: App,
  act: Act,
  id: number,
  coefficient: number,
): Promise<number> {
  const rounded = roundCoefficient(coefficient)
  return changeCoefficients(app, async (tx) => {
    const before = await lockCompetition(tx, id)
    if (before === undefined) throw new Refusal('competition_not_found')
    const subject = subjectOf(id)
    const current = { coefficient: before.coefficient }
    await refuseChanged(tx, act, { current, subjects: [subject], actions: COEFFICIENT_ACTS })
    await lockMatchesOf(tx, [id])
    await setCompetitionCoefficient(tx, id, rounded)
    await journal(app, tx, act, {
      action: 'competition_coefficient',
      subject,
      before: current,
      after: { coefficient: rounded },
    })
  })
}

/** Changes coefficients of phases, and those of all matches with them; returns the number of changed matches. Refuses as {@link changeCoefficients}. */
export async function changePhaseTable(app: App, act: Act, table: readonly PhaseCoefficient[]): Promise<number> {
  return changeCoefficients(app, async (tx) => {
    const before = await lockPhaseCoefficients(tx)
    const current = tableOf(before.filter(({ phase }) => table.some((row) => row.phase === phase)))
    await refuseChanged(tx, act, { current, subjects: ['all'], actions: ['phase_coefficients'] })
    for (const { phase, coefficient } of table) await setPhaseCoefficient(tx, phase, roundCoefficient(coefficient))
    const after = await phaseCoefficients(tx)
    await journal(app, tx, act, {
      action: 'phase_coefficients',
      subject: 'all',
      before: tableOf(before),
      after: tableOf(after),
    })
  })
}

/** Returns the table as one object: phase to coefficient. */
function tableOf(rows: readonly PhaseCoefficient[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ phase, coefficient }) => [phase, coefficient]))
}

/** Reads the ranking of countries. Refuses `invalid_request` for a year that has none, and `feed_unavailable`. */
export async function readCountryRanking(app: App, year: number): Promise<CountryRanking> {
  try {
    return await app.countries.ranking(year)
  } catch (error) {
    if (!(error instanceof FeedError)) throw error
    if (error.kind === 'bad_request') throw new Refusal('invalid_request')
    app.log.warn({ err: error }, 'country ranking not read')
    throw new Refusal('feed_unavailable')
  }
}

type Proposal = z.output<typeof applyCountryCoefficients.body>

/**
 * Gives competitions the coefficient that the ranking proposes for their country between `min` and `max` (spec section 9), in one transaction;
 * a journal entry for each that changes. Returns the numbers of changed competitions and matches. Refuses `changed_meanwhile` when the ranking is
 * not of the day that the operator saw, `competition_not_found`, `competition_not_proposed` for one of no shown country, and as
 * {@link changeCoefficients}.
 */
export async function applyProposal(app: App, act: Act, { year, as_of, min, max, competition_ids }: Proposal) {
  const ranking = await readCountryRanking(app, year)
  const shown = topCountries(countryCoefficients(ranking.items, { min, max }))
  const proposed = new Map(shown.map(({ code, coefficient }) => [code, coefficient]))
  let competitions = 0
  const matches = await changeCoefficients(app, async (tx) => {
    const chosen = await lockCompetitions(tx, competition_ids)
    if (chosen.length < competition_ids.length) throw new Refusal('competition_not_found')
    const coefficients = Object.fromEntries(chosen.map(({ id, coefficient }) => [id, coefficient]))
    const current = { as_of: ranking.as_of, coefficients }
    if (ranking.as_of !== as_of)
      throw await changedRefusal(tx, {
        current,
        subjects: [],
        actions: [],
        lastOtherChange: { by: 'system', at: null },
      })
    await refuseChanged(tx, act, { current, subjects: competition_ids.map(subjectOf), actions: COEFFICIENT_ACTS })
    await lockMatchesOf(tx, competition_ids)
    for (const { id, country, coefficient: before } of chosen) {
      const coefficient = proposed.get(uefaCodeOf(country) ?? '')
      if (coefficient === undefined) throw new Refusal('competition_not_proposed')
      if (coefficient === before) continue
      competitions += 1
      await setCompetitionCoefficient(tx, id, coefficient)
      await journal(app, tx, act, {
        action: 'country_coefficient',
        subject: subjectOf(id),
        before: { coefficient: before },
        after: { coefficient, min, max, source: ranking.source, as_of },
      })
    }
  })
  return { competitions_updated: competitions, matches_updated: matches }
}

/**
 * Runs a change of coefficients or derbies in one transaction with what follows for the matches, one such change at a time; returns the number of
 * matches with another coefficient. Refuses `coefficient_out_of_bounds` and `propagation_matches`, with nothing changed (spec section 8).
 */
export async function changeCoefficients(app: App, write: (tx: Db) => Promise<void>): Promise<number> {
  const changed = await app.db.transaction().execute(async (tx) => {
    await lockCoefficients(tx)
    return reachingMatches(app, async () => {
      await write(tx)
      const table = await phaseCoefficients(tx)
      refuseMisfits(await competitionCoefficients(tx), table)
      const cases = (await coefficientCases(tx)).map((row) => {
        const { phase } = row
        return {
          ...row,
          coefficient: matchCoefficient({ competition: row.competition_cc, phase, is_derby: row.is_derby }, table),
        }
      })
      return applyCoefficients(tx, cases)
    })
  })
  await app.bus.publish('competitions', {})
  return changed
}

/** Runs a change of matches. Refuses `propagation_matches` if it fails, except for refusals and an unavailable database. */
async function reachingMatches<T>(app: App, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal || isDatabaseAway(error)) throw error
    app.log.error({ err: error }, 'coefficients did not reach the matches')
    throw new Refusal('propagation_matches')
  }
}

/** Refuses with `coefficient_out_of_bounds` if any match, future ones included, could get a coefficient out of bounds. */
function refuseMisfits(competitions: readonly number[], table: readonly PhaseCoefficient[]): void {
  const products = competitions.flatMap((competition) =>
    PLAYED_PHASES.flatMap((phase) =>
      [false, true].map((is_derby) => matchCoefficient({ competition, phase, is_derby }, table)),
    ),
  )
  if (products.some((product) => product < MIN_COEFFICIENT || product > MAX_COEFFICIENT))
    throw new Refusal('coefficient_out_of_bounds')
}
