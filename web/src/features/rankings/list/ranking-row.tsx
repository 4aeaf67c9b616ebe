import { Link } from '@tanstack/react-router'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { PERFORMANCE_MAX, performanceShare } from '@tribune/domain/season.ts'
import { Minus, TrendingDown, TrendingUp } from 'lucide'
import { memo } from 'react'
import { common, nouns } from '../../../i18n/fr.ts'
import { rankings, trends } from '../../../i18n/fr-rankings.ts'
import { count, ordinal, plural } from '../../../lib/format/numbers.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { METALS } from '../../../ui/metals.ts'
import { Face } from '../../../ui/picture.tsx'

interface RankingRowProps {
  readonly row: SeasonRow
  /** The fan has had this player on a podium. */
  readonly mine: boolean
}

/** One player of the season ranking. Its height is fixed: the list draws only what is seen. */
export const RankingRow = memo(function RankingRow({ row, mine }: RankingRowProps) {
  return (
    <Link
      to="/player/$id"
      params={{ id: String(row.player_id) }}
      className={`flex h-full items-center gap-3 rounded-card border px-3 hover:bg-raised ${mine ? 'border-edge bg-raised' : 'border-line bg-surface'}`}
    >
      <PlaceBadge place={row.rank} label={ordinal(row.rank)} />
      <span className="max-[20em]:hidden">
        <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={44} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-1.5">
          <bdi className="truncate text-left font-bold">{row.player_name}</bdi>
          {mine && <MineMark />}
        </span>
        <bdi className="truncate text-sm text-quiet">{row.last_team ?? common.unknownTeam}</bdi>
        <span className="flex items-center gap-2 overflow-hidden text-sm text-quiet">
          <PerformanceBar points={row.total_points} rank={row.rank} />
          <span className="shrink-0 whitespace-nowrap">{plural(row.matches_played, nouns.match)}</span>
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end">
        <span className="figures text-2xl font-extrabold">{count(row.total_points)}</span>
        <span className="sr-only">{rankings.points}</span>
        <TrendIcon trend={row.trend} />
      </span>
    </Link>
  )
})

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
        className={`block h-full rounded-full ${METALS[rank]?.surface ?? 'bg-quiet'}`}
        style={{ width: `${share * 100}%` }}
      />
      <span className="sr-only">{rankings.performance(count(Math.round(share * 100)), count(PERFORMANCE_MAX))}</span>
    </span>
  )
}

const TRENDS = {
  up: { icon: TrendingUp, tone: 'text-good' },
  down: { icon: TrendingDown, tone: 'text-warn' },
  stable: { icon: Minus, tone: 'text-quiet' },
} as const

function TrendIcon({ trend }: { readonly trend: SeasonRow['trend'] }) {
  const { icon, tone } = TRENDS[trend]
  return (
    <span className={tone} title={trends[trend]}>
      <Icon of={icon} size={18} />
      <span className="sr-only">{trends[trend]}</span>
    </span>
  )
}
