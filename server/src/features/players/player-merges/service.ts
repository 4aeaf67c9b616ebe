import type { App } from '../../../context.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { lockBallots, recount } from '../../ballots/tally/queries.ts'
import { lockAliases } from '../../common/aliases/queries.ts'
import { type Act, journal, refuseChanged } from '../../common/journal/service.ts'
import { mergePicks } from '../lineups/queries.ts'
import {
  bothPlayers,
  deleteAlias,
  insertAlias,
  markChanged,
  matchesOf,
  mergeFollows,
  mergeLineups,
  mergesOf,
  type Pair,
  reachOf,
  restoreFollows,
  restoreLineups,
  restorePicks,
} from './queries.ts'

/** Counts what a merge would change. Refuses as {@link merge}. */
export async function preview(db: Db, pair: Pair) {
  await namesOf(db, pair, { lock: false })
  return reachOf(db, pair, await matchesOf(db, pair.alias))
}

/**
 * Merges two ids of one person, in one transaction: lineups, ballots with their tallies, and follows. Published results stay until the operator
 * recalculates their matches, which are marked (docs/decisions/079). Refuses `player_not_found`, and `player_already_merged` if one of them has a part in
 * another merge.
 */
export async function merge(app: App, act: Act, pair: Pair, reason: string) {
  await app.recorder.write(app.db)
  const { matchIds, reach } = await app.db.transaction().execute(async (tx) => {
    await lockAliases(tx)
    const matchIds = await matchesOf(tx, pair.alias)
    await lockBallots(tx, matchIds)
    await app.recorder.requireWritten(tx, matchIds)
    await refuseChangedMerge(tx, act, pair.alias)
    const { alias, player } = await namesOf(tx, pair, { lock: true })
    const reach = await reachOf(tx, pair, matchIds)
    await insertAlias(tx, pair, reason, app.clock.now())
    await mergePicks(tx, pair, matchIds)
    await mergeLineups(tx, pair, player, matchIds)
    await mergeFollows(tx, pair)
    await markChanged(tx, matchIds)
    const after = {
      merged: `${alias} (${pair.alias})`,
      kept: `${player} (${pair.player})`,
      ...journalled(reach),
      reason,
    }
    await journal(app, tx, act, { action: 'players_merged', subject: `player:${pair.player}`, after })
    return { matchIds, reach }
  })
  await notify(app, matchIds)
  return reach
}

/** Takes a merge back, in one transaction, with what a fan has not changed since. Refuses `merge_not_found`. */
export async function unmerge(app: App, act: Act, alias: number, reason: string) {
  await app.recorder.write(app.db)
  const { matchIds, reach } = await app.db.transaction().execute(async (tx) => {
    await lockAliases(tx)
    const pair = await refuseChangedMerge(tx, act, alias)
    if (pair === undefined) throw new Refusal('merge_not_found')
    const matchIds = await matchesOf(tx, alias)
    await lockBallots(tx, matchIds)
    await app.recorder.requireWritten(tx, matchIds)
    const players = await bothPlayers(tx, pair, { lock: true })
    const restored = await restorePicks(tx, pair)
    await restoreLineups(tx, pair)
    const followers = await restoreFollows(tx, pair)
    await deleteAlias(tx, alias)
    for (const id of new Set(restored)) await recount(tx, id)
    const published = await markChanged(tx, matchIds)
    const reach = { matches: matchIds.length, ballots: restored.length, followers, published }
    const named = (id: number) => `${players.find((one) => one.id === id)?.name ?? '?'} (${id})`
    await journal(app, tx, act, {
      action: 'players_unmerged',
      subject: `player:${pair.player}`,
      before: { merged: named(alias), kept: named(pair.player) },
      after: { ...journalled(reach), reason },
    })
    return { matchIds, reach }
  })
  await notify(app, matchIds)
  return reach
}

/** Returns the merge of an alias, if there is one, unless the act has seen another. */
async function refuseChangedMerge(tx: Db, act: Act, alias: number): Promise<Pair | undefined> {
  const pair = (await mergesOf(tx, [alias])).find((one) => one.alias === alias)
  const current = { player_id: pair?.player ?? null }
  const actions = ['players_merged', 'players_unmerged'] as const
  await refuseChanged(tx, act, { current, subjects: pair === undefined ? [] : [`player:${pair.player}`], actions })
  return pair
}

/** The counts under the names of the journal, where ballots are those of a group. */
const journalled = ({ ballots, ...reach }: { readonly ballots: number }) => ({ ...reach, moved_ballots: ballots })

async function namesOf(db: Db, pair: Pair, { lock }: { readonly lock: boolean }) {
  const players = await bothPlayers(db, pair, { lock })
  const nameOf = (id: number) => {
    const found = players.find((one) => one.id === id)
    if (found === undefined) throw new Refusal('player_not_found')
    return found.name
  }
  const names = { alias: nameOf(pair.alias), player: nameOf(pair.player) }
  if ((await mergesOf(db, [pair.alias, pair.player])).length > 0) throw new Refusal('player_already_merged')
  return names
}

async function notify(app: App, ids: readonly number[]): Promise<void> {
  await app.bus.publish('lineups', { ids })
  await app.bus.publish('matches', { ids })
}
