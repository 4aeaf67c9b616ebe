import { useInfiniteQuery } from '@tanstack/react-query'
import { rankings } from '../../i18n/fr-rankings.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { rankingQuery, rowsOf } from './api.ts'
import { PodiumSkeleton, SeasonPodium } from './season-podium.tsx'

/** Who leads the season, beside another list, with the way to the whole ranking. */
export function SeasonAside() {
  return <Leaders withLink />
}

/** The same beside the ranking itself. */
export function RankingAside() {
  return <Leaders withLink={false} />
}

/** The first three on the steps; nothing at all when there is nobody, or nobody knows. */
function Leaders({ withLink }: { readonly withLink: boolean }) {
  const { data, isPending } = useInfiniteQuery(rankingQuery(''))
  const rows = rowsOf(data?.pages.slice(0, 1) ?? [])
  const season = data?.pages[0]?.season
  if (!isPending && rows.length === 0) return null
  return (
    <Card as="section" className="flex flex-col gap-6 p-5">
      <header>
        <h2 className="text-lg">{rankings.leading}</h2>
        <p className="min-h-5 text-sm text-quiet">
          {season === undefined ? '' : rankings.season(season.name, season.label)}
        </p>
      </header>
      {isPending ? <PodiumSkeleton /> : <SeasonPodium rows={rows} />}
      {withLink && <ButtonLink to="/rankings">{rankings.all}</ButtonLink>}
    </Card>
  )
}
