import type { SetAside, Vote } from '@tribune/contract/votes.ts'
import { REASONS } from '@tribune/domain/integrity/rule.ts'
import { common } from '@tribune/french/sentences/app.ts'
import type { BallotRow } from '../ledger/queries.ts'
import type { AsideRow, pickedPlayers } from './queries.ts'

type Picked = Awaited<ReturnType<typeof pickedPlayers>>[number]

export function picksOf(row: BallotRow): { position: number; player_id: number }[] {
  return [row.first_id, row.second_id, row.third_id].flatMap((player_id, index) =>
    player_id === null ? [] : [{ position: index + 1, player_id }],
  )
}

/** Presents a ballot. Prefers names and teams of its own match, because players change clubs. */
export function presentBallot(row: BallotRow, players: readonly Picked[]): Vote {
  const nameOf = (id: number) =>
    players.find((player) => player.player_id === id && player.match_id === row.match_id) ??
    players.find((player) => player.player_id === id)
  return {
    id: row.id,
    match_id: row.match_id,
    top3: picksOf(row).map(({ position, player_id }) => {
      const player = nameOf(player_id)
      return { position, player_id, player_name: player?.player_name ?? '', team: player?.team ?? common.unknownTeam }
    }),
    complete: row.complete === true,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Presents why a ballot is set aside, and what its fan can do. */
export function presentAside({ dimension, rule, confirmed, asked, ended }: AsideRow): SetAside {
  const reason = rule === null ? 'operator' : (REASONS.find((one) => one === dimension) ?? 'operator')
  if (confirmed) return { reason, review: 'confirmed' }
  if (asked) return { reason, review: 'asked' }
  return { reason, review: ended ? 'over' : 'possible' }
}
