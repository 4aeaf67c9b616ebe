import type { Output } from '@tribune/contract/endpoint.ts'
import type { getPlayer } from '@tribune/contract/players.ts'
import type { listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { rankings, player as words } from '../../i18n/fr-rankings.ts'
import { count, ordinal } from '../../lib/numbers.ts'
import { Face } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

interface PlayerHeaderProps {
  readonly player: Output<typeof getPlayer>
  /** His line of the season; null when he has no points yet. */
  readonly season: Output<typeof listSeasonPlayerPoints>['items'][number] | null
  /** The season has been read, so that « none » can be told from « not yet ». */
  readonly known: boolean
}

export function PlayerHeader({ player, season, known }: PlayerHeaderProps) {
  return (
    <header className="pt-4">
      <div className="flex items-center gap-4">
        <Face name={player.name} id={player.id} src={player.photo_url} size={88} />
        <div className="min-w-0">
          <h1 className="line-clamp-2 text-2xl [overflow-wrap:anywhere]">{player.name}</h1>
          <p className="truncate text-quiet">{player.last_team ?? rankings.teamUnknown}</p>
        </div>
      </div>
      <dl className="mt-4 grid grid-cols-3 gap-2">
        <Tile label={words.points} value={known ? count(season?.total_points ?? 0) : null} />
        <Tile label={words.matches} value={known ? count(season?.matches_played ?? 0) : null} />
        <Tile label={words.rank} value={known ? (season === null ? words.unranked : ordinal(season.rank)) : null} />
      </dl>
    </header>
  )
}

function Tile({ label, value }: { readonly label: string; readonly value: string | null }) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-3">
      <dt className="text-sm leading-tight text-quiet">{label}</dt>
      <dd className="figures text-3xl font-extrabold">{value ?? <Skeleton className="h-9 w-12" />}</dd>
    </div>
  )
}

export function PlayerHeaderSkeleton() {
  return (
    <div role="status" className="pt-4">
      <div className="flex items-center gap-4">
        <Skeleton className="size-22" />
        <div className="flex flex-col gap-2">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-5 w-28" />
        </div>
      </div>
      <div className="mt-4 grid grid-cols-3 gap-2">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </div>
    </div>
  )
}
