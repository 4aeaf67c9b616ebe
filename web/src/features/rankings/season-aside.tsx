import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { rankings } from '../../i18n/fr-rankings.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { leadersQuery } from './api.ts'
import { PodiumSkeleton } from './podium-skeleton.tsx'
import { type RankingPage, rankingQuery } from './ranking-query.ts'
import { SeasonPodium } from './season-podium.tsx'

/** Who leads the season, beside another list, with the way to the whole ranking. */
export function SeasonAside() {
  const { data, isPending } = useQuery(leadersQuery)
  return <Leaders page={data} waiting={isPending} withLink />
}

/** The same beside the ranking itself. */
export function RankingAside() {
  const { data, isPending } = useInfiniteQuery(rankingQuery(''))
  return <Leaders page={data?.pages[0]} waiting={isPending} />
}

interface LeadersProps {
  readonly page: RankingPage | undefined
  readonly waiting: boolean
  readonly withLink?: boolean
}

/** The first three on the steps; nothing at all when there is nobody, or nobody knows. */
function Leaders({ page, waiting, withLink = false }: LeadersProps) {
  const season = page?.season
  if (!waiting && (page === undefined || page.items.length === 0)) return null
  return (
    <Card as="section" className="flex flex-col gap-6 p-5">
      <header>
        <h2 className="text-lg">{rankings.leading}</h2>
        <p className="min-h-5 text-sm text-quiet">
          {season === undefined ? '' : rankings.season(season.name, season.label)}
        </p>
      </header>
      {page === undefined ? <PodiumSkeleton /> : <SeasonPodium rows={page.items} />}
      {withLink && <ButtonLink to="/rankings">{rankings.all}</ButtonLink>}
    </Card>
  )
}
