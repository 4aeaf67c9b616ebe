import {
  listPlayerMerges,
  MAX_FOUND_PLAYERS,
  MAX_PLAYER_MERGES,
  mergePlayers,
  previewPlayerMerge,
  searchPlayers,
  unmergePlayers,
} from '@tribune/contract/operator/player-merges.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { actOf } from '../../common/journal/service.ts'
import { facesOf, listedMerges, seenPlayers } from './queries.ts'
import { merge, preview, unmerge } from './service.ts'

export function registerPlayerMerges(route: Router, app: App): undefined {
  const { db } = app

  route(searchPlayers, async ({ query }) => ({
    items: (await seenPlayers(db, nameKey(query.search), MAX_FOUND_PLAYERS)).map((row) => ({
      ...withPicture(row),
      last_seen: row.last_seen?.toISOString() ?? null,
    })),
  }))

  route(previewPlayerMerge, ({ query }) => preview(db, pairOf(query)))

  route(listPlayerMerges, async () => {
    const merges = await listedMerges(db, MAX_PLAYER_MERGES)
    const faces = new Map(
      (
        await facesOf(
          db,
          merges.flatMap(({ alias_id, player_id }) => [alias_id, player_id]),
        )
      ).map((row) => [row.id, withPicture(row)]),
    )
    const face = (id: number) => faces.get(id) ?? { id, name: String(id), photo_url: null, last_team: null }
    return {
      items: merges.map(({ alias_id, player_id, reason, created_at }) => ({
        alias: face(alias_id),
        player: face(player_id),
        reason,
        created_at: created_at.toISOString(),
      })),
    }
  })

  route(mergePlayers, (call) => merge(app, actOf(call), pairOf(call.body), call.body.reason))

  route(unmergePlayers, (call) => unmerge(app, actOf(call), call.body.alias_id, call.body.reason))
  return undefined
}

const pairOf = ({ alias_id, player_id }: { readonly alias_id: number; readonly player_id: number }) => ({
  alias: alias_id,
  player: player_id,
})

const withPicture = <Row extends { readonly id: number; readonly photo_url: string | null }>(row: Row) => ({
  ...row,
  photo_url: ownPicture('players', row.id, row.photo_url),
})
