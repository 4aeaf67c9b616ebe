import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { RankingPage } from '@tribune/contract/rankings.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { rankingQuery } from '../../data/ranking.ts'
import { leadersQuery } from '../../data/season.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PodiumSkeleton } from './podium-skeleton.tsx'
import { SeasonPodium } from './season-podium.tsx'

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
