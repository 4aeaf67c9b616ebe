import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  listPlayerMerges,
  mergePlayers,
  previewPlayerMerge,
  searchPlayers,
  unmergePlayers,
} from '@tribune/contract/operator/player-merges.ts'
import { get } from '../../lib/http/api.ts'
import { act } from './act.ts'

export type { SeenPlayer } from '@tribune/contract/operator/player-merges.ts'
export type PlayerMerge = Output<typeof listPlayerMerges>['items'][number]

/** Players whose name has every given word, with what distinguishes namesakes. */
export function seenPlayersQuery(search: string) {
  return queryOptions({
    queryKey: ['operator', 'players', search],
    queryFn: async ({ signal }) =>
      (await get<typeof searchPlayers>('/api/operator_players', { query: { search }, signal })).items,
  })
}

/** Counts the rows that a merge of two players would change. */
export function mergeReachQuery(alias_id: number, player_id: number) {
  return queryOptions({
    queryKey: ['operator', 'player-merges', alias_id, player_id],
    queryFn: ({ signal }) =>
      get<typeof previewPlayerMerge>('/api/operator_player_merge', { query: { alias_id, player_id }, signal }),
    gcTime: 0,
  })
}

export const playerMergesQuery = queryOptions({
  queryKey: ['operator', 'player-merges'],
  queryFn: async ({ signal }) => (await get<typeof listPlayerMerges>('/api/operator_player_merges', { signal })).items,
})

export const mergeBoth = (body: { readonly alias_id: number; readonly player_id: number; readonly reason: string }) =>
  act<typeof mergePlayers>('/api/rpc/merge_players', { player_id: null }, { body })

export const unmerge = ({ alias, player, reason }: PlayerMerge) =>
  act<typeof unmergePlayers>(
    '/api/rpc/unmerge_players',
    { player_id: player.id },
    { body: { alias_id: alias.id, reason } },
  )

/** Reads merges and players again, after either has changed. */
export function rereadMerges(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.invalidateQueries({ queryKey: playerMergesQuery.queryKey }),
    client.invalidateQueries({ queryKey: ['operator', 'players'] }),
  ])
}
