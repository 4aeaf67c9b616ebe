import type { ErrorCode } from '@tribune/contract/errors.ts'
import * as contract from '@tribune/contract/own/follows.ts'
import {
  type Follow,
  type FollowKind,
  type FollowTarget,
  followsToTake,
  isFollowed,
  MAX_FOLLOWS,
} from '@tribune/domain/home/follows.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import { changeOfFan } from '../../../accounts/queries.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import type { Db } from '../../../infra/database/pool.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import {
  deleteFollow,
  existingTargets,
  type FollowRow,
  followsOf,
  insertFollows,
  listedIds,
  targetsOf,
} from './queries.ts'

export function registerFollows(route: Router, app: App): undefined {
  const listed = async (fanId: string) => ({
    items: (await followsOf(app.db, fanId, MAX_FOLLOWS)).map(presentFollow),
  })

  route(contract.listFollows, async ({ fan }) => listed(fan.id))

  route(contract.putFollow, async ({ fan, params }) => {
    await follow(app, fan.id, params)
    return { following: true as const }
  })

  route(contract.deleteFollow, async ({ fan, params }) => {
    await unfollow(app, fan.id, params)
    return { following: false as const }
  })

  route(contract.takeFollows, async ({ fan, body }) => {
    await takeFollows(app, fan.id, body.items)
    return listed(fan.id)
  })
}

const MISSING: Readonly<Record<FollowKind, ErrorCode>> = {
  club: 'team_not_found',
  player: 'player_not_found',
  competition: 'competition_not_found',
}

/**
 * Follows one club, player or competition; changes nothing if the fan follows it already. Refuses a target that does not exist, each kind with a
 * code of its own, and `follows_full`.
 */
async function follow(app: App, fanId: string, target: FollowTarget): Promise<void> {
  await changeOfFan(app.db, fanId, async (tx) => {
    const [named = target] = await underListedIds(tx, [target])
    const existing = await targetsOf(tx, fanId)
    if (isFollowed(existing, named)) return
    const [known] = await existingTargets(tx, [named])
    if (known === undefined) throw new Refusal(MISSING[target.kind])
    if (existing.length >= MAX_FOLLOWS) throw new Refusal('follows_full')
    await insertFollows(tx, fanId, [{ ...named, since: app.clock.now() }])
  })
}

/** Stops following a target; changes nothing if the fan does not follow it. */
async function unfollow(app: App, fanId: string, target: FollowTarget): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const [named = target] = await underListedIds(tx, [target])
    await deleteFollow(tx, fanId, named)
  })
}

/** Adds what a visitor followed on their phone, newest first while there is space. Skips what does not exist. */
async function takeFollows(app: App, fanId: string, brought: readonly Follow[]): Promise<void> {
  await changeOfFan(app.db, fanId, async (tx) => {
    const named = await underListedIds(tx, brought)
    const known = await existingTargets(tx, named)
    const existing = named.filter((one) => isFollowed(known, one))
    await insertFollows(tx, fanId, followsToTake(await targetsOf(tx, fanId), existing, app.clock.now()))
  })
}

/** Replaces the ids of merged players by the id that remains. */
async function underListedIds<Target extends FollowTarget>(tx: Db, targets: readonly Target[]): Promise<Target[]> {
  const players = targets.filter(({ kind }) => kind === 'player')
  const listed = await listedIds(
    tx,
    players.map(({ id }) => id),
  )
  return targets.map((target) => ({
    ...target,
    id: target.kind === 'player' ? (listed.get(target.id) ?? target.id) : target.id,
  }))
}

const PICTURES: Readonly<Record<FollowKind, PictureKind>> = {
  club: 'teams',
  player: 'players',
  competition: 'competitions',
}

function presentFollow({ kind, id, since, name, picture }: FollowRow) {
  return { kind, id, since: since.toISOString(), name, picture: ownPicture(PICTURES[kind], id, picture) }
}
