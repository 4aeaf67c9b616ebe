import { Link } from '@tanstack/react-router'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { PERFORMANCE_MAX, performanceShare } from '@tribune/domain/season/season.ts'
import { count, ordinal, percent, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { rankings, trends } from '@tribune/french/sentences/rankings.ts'
import { Minus, TrendingDown, TrendingUp } from 'lucide'
import { memo } from 'react'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { METALS } from '../../../ui/metals.ts'
import { Face } from '../../../ui/picture.tsx'
import { FollowButton } from '../../follows/follow-button.tsx'

interface RankingRowProps {
  readonly row: SeasonRow
  /** A past season, in which the player's page opens; the open one if undefined. */
  readonly season?: number | undefined
  /** The fan has had this player on a podium. */
  readonly mine: boolean
  /** The points are above the name, because the row is too narrow for both next to each other. */
  readonly stacked?: boolean
}

/** One player of the season ranking. Its height is fixed: the list draws only what is seen. */
export const RankingRow = memo(function RankingRow({ row, season, mine, stacked = false }: RankingRowProps) {
  return (
    <div className="relative h-full">
      <RowLink row={row} season={season} mine={mine} stacked={stacked} />
      <FollowButton
        target={{ kind: 'player', id: row.player_id, name: row.player_name, picture: row.photo_url }}
        className={`absolute right-0 ${stacked ? 'top-2' : 'inset-y-0 my-auto'}`}
      />
    </div>
  )
})

function RowLink({ row, season, mine, stacked = false }: RankingRowProps) {
  const shape = stacked ? 'flex-wrap content-start gap-x-3 px-3 py-2' : 'gap-3 pr-11 pl-3'
  return (
    <Link
      to="/player/$id"
      params={{ id: row.player_id }}
      search={{ season }}
      className={`flex h-full items-center rounded-card border hover:bg-raised ${shape} ${mine ? 'border-edge bg-raised' : 'border-line bg-surface'}`}
    >
      <PlaceBadge place={row.rank} label={ordinal(row.rank)} />
      <span className={stacked ? 'hidden' : 'max-[22em]:hidden'}>
        <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={44} />
      </span>
      <span className={`flex min-w-0 flex-col ${stacked ? 'order-last w-full' : 'flex-1'}`}>
        <span className="flex items-center gap-1.5">
          <bdi className="line-clamp-2 text-left leading-[1.15] font-bold [overflow-wrap:anywhere]">
            {row.player_name}
          </bdi>
          {mine && <MineMark />}
        </span>
        <bdi className={`text-sm text-quiet ${stacked ? 'line-clamp-2 [overflow-wrap:anywhere]' : 'truncate'}`}>
          {row.last_team ?? common.unknownTeam}
        </bdi>
        <span className="flex items-center gap-2 overflow-hidden text-sm text-quiet">
          <PerformanceBar points={row.total_points} rank={row.rank} />
          <span className="shrink-0 whitespace-nowrap">{plural(row.matches_played, nouns.match)}</span>
        </span>
      </span>
      <span className={`flex shrink-0 ${stacked ? 'items-center gap-2' : 'flex-col items-end'}`}>
        <span className="figures text-2xl font-extrabold">{count(row.total_points)}</span>
        <span className="sr-only">{rankings.points}</span>
        {row.trend !== null && <TrendIcon trend={row.trend} />}
      </span>
    </Link>
  )
}

function MineMark() {
  return (
    <span className="shrink-0" title={rankings.mine}>
      <Mark size={18} />
      <span className="sr-only">{rankings.mine}</span>
    </span>
  )
}

function PerformanceBar({ points, rank }: { readonly points: number; readonly rank: number }) {
  const share = performanceShare(points)
  return (
    <span className="block h-1 flex-1 overflow-hidden rounded-full bg-line">
      <span
        className={`amount block h-full rounded-full ${METALS[rank]?.surface ?? 'bg-quiet'}`}
        style={{ width: `${share * 100}%` }}
      />
      <span className="sr-only">{rankings.performance(percent(share), count(PERFORMANCE_MAX))}</span>
    </span>
  )
}

const TRENDS = {
  up: { icon: TrendingUp, tone: 'text-good' },
  down: { icon: TrendingDown, tone: 'text-warn' },
  stable: { icon: Minus, tone: 'text-quiet' },
} as const

function TrendIcon({ trend }: { readonly trend: NonNullable<SeasonRow['trend']> }) {
  const { icon, tone } = TRENDS[trend]
  return (
    <span className={tone} title={trends[trend]}>
      <Icon of={icon} size={18} />
      <span className="sr-only">{trends[trend]}</span>
    </span>
  )
}
