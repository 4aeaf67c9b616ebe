import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RankingPage, SeasonRow } from '@tribune/contract/rankings.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { rankingQuery } from '../../data/ranking.ts'
import { leadersQuery } from '../../data/seasons.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Face } from '../../ui/picture.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { PodiumSkeleton } from './ranking-waiting.tsx'

/** Shows the leaders of the season next to another list, with a link to the whole ranking. */
export function SeasonAside() {
  const { data, isPending } = useQuery(leadersQuery)
  return <Leaders page={data} waiting={isPending} withLink />
}

/** Shows the leaders of the season next to the ranking itself, without the link. */
export function RankingAside() {
  const { data, isPending } = useInfiniteQuery(rankingQuery(''))
  return <Leaders page={data?.pages[0]} waiting={isPending} />
}

interface LeadersProps {
  readonly page: RankingPage | undefined
  readonly waiting: boolean
  readonly withLink?: boolean
  readonly title?: string
  /** A past season; the open one if undefined. */
  readonly season?: number | undefined
}

/** The first three on the steps. Renders nothing if there are no players, or if they could not be read. */
export function Leaders({ page, waiting, withLink = false, title = rankings.leading, season }: LeadersProps) {
  const named = page?.season
  if (!waiting && (page === undefined || page.items.length === 0)) return null
  return (
    <Card as="section" className="flex flex-col gap-6 p-5">
      <header>
        <h2 className="text-lg">{title}</h2>
        <p className="min-h-5 text-sm text-quiet">
          {named === undefined ? '' : rankings.season(named.name, named.label)}
        </p>
      </header>
      {page === undefined ? <PodiumSkeleton /> : <SeasonPodium rows={page.items} season={season} />}
      {withLink && <ButtonLink to="/rankings">{rankings.all}</ButtonLink>}
    </Card>
  )
}

interface SeasonPodiumProps {
  readonly rows: readonly SeasonRow[]
  /** A past season, in which their pages open; the open one if undefined. */
  readonly season?: number | undefined
}

/** The first three of the season on the steps. A step that a tie skips, or that no player has reached, stays unlit. */
export function SeasonPodium({ rows, season }: SeasonPodiumProps) {
  const holdersOf = (place: number) => rows.filter((row) => row.rank === place)
  const short = familyNamesAmong(POSITIONS.flatMap((place) => holdersOf(place)[0]?.player_name ?? []))
  const step = (place: number) => {
    const holders = holdersOf(place)
    const [first] = holders
    return {
      lit: first !== undefined,
      content:
        first === undefined ? null : (
          <Holder row={first} name={short(first.player_name)} tied={holders.length - 1} season={season} />
        ),
    }
  }
  return <PodiumSteps label={rankings.podium} steps={{ 1: step(1), 2: step(2), 3: step(3) }} />
}

interface HolderProps extends Pick<SeasonPodiumProps, 'season'> {
  readonly row: SeasonRow
  /** The player's name, as written on the step. */
  readonly name: string
  readonly tied: number
}

function Holder({ row, name, tied, season }: HolderProps) {
  return (
    <Link
      to="/player/$id"
      params={{ id: row.player_id }}
      search={{ season }}
      className="season-holder w-full min-w-0 rounded-inner text-center"
    >
      <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={56} />
      <bdi className="line-clamp-2 max-w-full text-[min(0.833rem,5.6cqw)] leading-tight font-bold text-balance hyphens-manual [overflow-wrap:anywhere]">
        {withSoftHyphens(name)}
      </bdi>
      {tied > 0 && <span className="-mt-1 text-sm leading-[1rem] text-quiet">{rankings.tied(count(tied))}</span>}
      <span className="figures text-lg leading-[1.25rem] font-extrabold">{count(row.total_points)}</span>
    </Link>
  )
}
