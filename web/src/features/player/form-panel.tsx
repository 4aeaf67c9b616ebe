import { Link } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import type { Season } from '@tribune/contract/rankings.ts'
import { CHART_MATCHES, FORM_MATCHES, newest, outcomeOf, sumUpPoints } from '@tribune/domain/players/form.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { player, form as words } from '@tribune/french/sentences/player.ts'
import { Suspense } from 'react'
import { PlaceBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { decoration } from '../../ui/decoration.ts'
import { Crest } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { earnedWord, fixtureOf, rivalOf } from './match-words.ts'

const PointsChart = decoration(async () => (await import('./points-chart.tsx')).PointsChart)

interface FormPanelProps {
  /** Of one season. */
  readonly matches: readonly PlayerMatch[]
  readonly season: Season
  /** Whether they are of a past season: their form then, not now. */
  readonly isPast: boolean
}

/** The player's form in a season: their last five matches, and the points of each of its matches that the list below has loaded. */
export function FormPanel({ matches, season, isPast }: FormPanelProps) {
  const last = newest(matches, FORM_MATCHES)
  const drawn = newest(matches, CHART_MATCHES)
  return (
    <Card as="section" className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-lg">{isPast ? words.past : words.title}</h2>
          <p className="truncate text-sm text-quiet">{player.season(season.name, season.label)}</p>
        </div>
        <p className="-mt-1 text-sm text-quiet">{words.last(last.length)}</p>
        <FormStrip matches={last} />
      </div>
      {sumUpPoints(drawn).played > 0 && (
        <Suspense fallback={<ChartSkeleton />}>
          <PointsChart matches={drawn} />
        </Suspense>
      )}
    </Card>
  )
}

const CHIPS = [0, 1, 2, 3, 4]

export function FormSkeleton() {
  return (
    <Card className="flex flex-col gap-5 p-4">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-[25px] w-28" />
        <Skeleton className="-mt-1 h-[18.7px] w-64" />
        <div className="grid grid-cols-5 gap-1.5">
          {CHIPS.map((chip) => (
            <Skeleton key={chip} className="h-[122px]" />
          ))}
        </div>
      </div>
      <ChartSkeleton />
    </Card>
  )
}

function ChartSkeleton() {
  return <Skeleton className="h-[354px] w-full" />
}

/** Shows the player's newest matches as chips, in the order in which they were played: against whom, how many points, which rank. */
function FormStrip({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  return (
    <ol aria-label={words.last(matches.length)} className="grid grid-cols-5 gap-1.5">
      {matches.map((match) => (
        <li key={match.match_id} className="min-w-0">
          <Chip match={match} />
        </li>
      ))}
    </ol>
  )
}

function Chip({ match }: { readonly match: PlayerMatch }) {
  const outcome = outcomeOf(match)
  const isRanked = outcome === 'ranked'
  const { name, logo } = rivalOf(match)
  return (
    <Link
      to="/match/$id"
      params={{ id: match.match_id }}
      className={`flex h-full flex-col items-center gap-1 rounded-inner border px-0.5 py-2 hover:bg-raised ${isRanked ? 'border-edge' : 'border-dashed border-line'}`}
    >
      <Crest name={name} src={logo} size={28} />
      <span className="sr-only">{fixtureOf(match)}, </span>
      <span aria-hidden="true" className={`figures text-xl leading-6 font-extrabold ${isRanked ? '' : 'text-quiet'}`}>
        {isRanked || outcome === 'outside' ? count(match.points) : words.none}
      </span>
      {isRanked && match.rank !== null ? (
        <PlaceBadge place={match.rank} label="" size="sm" />
      ) : (
        <span aria-hidden="true" className="max-w-full truncate text-label leading-6 text-quiet">
          {words.short[outcome]}
        </span>
      )}
      <span className="sr-only">{earnedWord(match)}, </span>
      <span className="mt-auto max-w-full truncate text-label leading-4 text-quiet">{shortDay(match.match_date)}</span>
    </Link>
  )
}
