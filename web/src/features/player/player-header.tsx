import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { performanceShare, pointsPerMatch } from '@tribune/domain/season/season.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import type { ReactNode } from 'react'
import { type PlayerRef, type PlayerSeason, playerSeasonsQuery } from '../../data/players.ts'
import { seasonsQuery } from '../../data/seasons.ts'
import { Mark } from '../../ui/mark.tsx'
import { Ordinal } from '../../ui/ordinal.tsx'
import { Face } from '../../ui/picture.tsx'
import { SeasonSelect } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The player's row of the season; null: no points yet; undefined: not read yet, or not readable. */
type SeasonRow = PlayerSeason | null | undefined

interface PlayerHeaderProps {
  readonly player: PlayerRef
  readonly season: SeasonRow
  /** Id of the season in the address; undefined for the open one. */
  readonly asked: number | undefined
  /** Matches played in the season, with points or without; undefined while unknown. */
  readonly played: number | undefined
  /** The season is on its way. */
  readonly waiting: boolean
  /** The fan has had the player on a podium this season. */
  readonly mine: boolean
}

/** Longer names are written smaller, but never cut: it is their page. */
const LONG_NAME = 28

export function PlayerHeader({ player, season, played, asked, waiting, mine }: PlayerHeaderProps) {
  return (
    <header className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Face name={player.name} id={player.id} src={player.photo_url} size={88} />
        <div className="min-w-[min(100%,9rem)] flex-1">
          <h1
            className={`hyphens-manual [overflow-wrap:break-word] ${player.name.length > LONG_NAME ? 'text-xl' : 'text-2xl'}`}
          >
            <bdi>{withSoftHyphens(player.name)}</bdi>
          </h1>
          <p className="truncate text-quiet">
            <bdi>{player.last_team ?? common.unknownTeam}</bdi>
          </p>
          {mine && (
            <p className="mt-1 flex items-center gap-1.5 text-sm font-semibold">
              <Mark size={18} />
              {words.mine}
            </p>
          )}
        </div>
      </div>
      <Board season={season} played={played} waiting={waiting}>
        <SeasonLine id={player.id} asked={asked} />
      </Board>
    </header>
  )
}

interface BoardProps extends Pick<PlayerHeaderProps, 'season' | 'played' | 'waiting'> {
  /** Which season it is. */
  readonly children?: ReactNode
}

/** The season in six figures, on the scoreboard. */
function Board({ season, played, waiting, children }: BoardProps) {
  const of = (read: (line: PlayerSeason) => ReactNode, none: string) => {
    if (waiting) return null
    if (season === undefined) return words.unknown
    return season === null ? none : read(season)
  }
  const size = sizeOf(season ?? undefined)
  return (
    <div className="overflow-hidden rounded-card bg-board text-on-board">
      <p className="figures flex min-h-[max(56px,calc(2rem+12px))] items-center px-4 pt-3 text-lg font-bold text-board-quiet">
        {children}
      </p>
      {/* Each figure has a line before it; those of the first column are cut off, however many there are. */}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(max(5.8rem,30%),1fr))] gap-y-3 pt-2 pr-1 pb-4 pl-[3px] [clip-path:inset(0_0_0_8px)]">
        <Figure size={size} label={words.points} value={of((line) => count(line.total_points), '0')} />
        <Figure size={size} label={words.rank} value={of((line) => <Ordinal rank={line.rank} />, words.unknown)} />
        <Figure
          size={size}
          label={words.matches}
          value={waiting ? null : played === undefined ? words.unknown : count(played)}
        />
        <Figure label={words.wins} value={of((line) => count(line.wins), '0')} />
        <Figure label={words.podiums} value={of((line) => count(line.podiums), '0')} />
        <Figure label={words.average} value={of((line) => count(pointsPerMatch(line)), '0')} />
      </dl>
      <div aria-hidden="true" className="h-1 bg-board-quiet/30">
        <div
          className="amount h-full bg-gold-step"
          style={{ width: `${performanceShare(season?.total_points ?? 0) * 100}%` }}
        />
      </div>
    </div>
  )
}

/** Sizes of the first three figures on a phone, and on a small one: where one of them is long all are smaller, and none is cut. */
const SIZES = {
  usual: 'h-[2.5rem] text-4xl max-[22em]:text-3xl',
  long: 'h-[2.5rem] text-3xl max-[22em]:text-xl wide:text-4xl',
  longest: 'h-[2.5rem] text-2xl max-[22em]:text-lg wide:text-4xl',
} as const

/** A rank has less room than points, and its ending. */
function sizeOf({ total_points, rank }: Pick<PlayerSeason, 'total_points' | 'rank'> = { total_points: 0, rank: 0 }) {
  if (rank < 1_000 && total_points < 10_000) return SIZES.usual
  return rank < 10_000 && total_points < 100_000 ? SIZES.long : SIZES.longest
}

interface FigureProps {
  readonly label: string
  /** Null while on its way. */
  readonly value: ReactNode
  readonly size?: string
}

function Figure({ label, value, size = 'h-[1.75rem] text-xl' }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end border-l border-board-quiet/30 px-3">
      <dt className="text-sm leading-tight text-board-quiet">{label}</dt>
      <dd className={`figures flex items-center font-extrabold ${size}`}>
        {value ?? <span aria-hidden="true" className="breathe block h-2/3 w-12 rounded-inner bg-board-quiet/30" />}
      </dd>
    </div>
  )
}

export function PlayerHeaderSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <h1 className="sr-only">{words.title}</h1>
      <div className="flex flex-wrap items-center gap-4">
        <Skeleton className="size-[88px] shrink-0" />
        <div className="flex min-w-[min(100%,9rem)] flex-1 flex-col gap-2">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      </div>
      <Board season={undefined} played={undefined} waiting />
    </div>
  )
}

interface SeasonLineProps {
  readonly id: number
  /** Id of the season in the address; undefined for the open one. */
  readonly asked: number | undefined
}

/** The season of the figures; the choice among the player's own once it is known that there are past ones. Its failure is not shown. */
function SeasonLine({ id, asked }: SeasonLineProps) {
  const { data: all = [] } = useQuery(seasonsQuery)
  const { data: own = [] } = useQuery(playerSeasonsQuery(id))
  const navigate = useNavigate()
  const played = new Set(own.map(({ season_id }) => season_id))
  const offered = all.filter((season) => season.open || season.id === asked || played.has(season.id))
  const [only] = offered
  if (only === undefined) return null
  if (offered.length < 2) return <span className="block truncate">{words.season(only.name, only.label)}</span>
  return (
    <SeasonSelect
      seasons={offered}
      asked={asked}
      onAsk={(season) => navigate({ to: '/player/$id', params: { id }, search: { season }, resetScroll: false })}
      on="board"
    />
  )
}
