import { useInfiniteQuery } from '@tanstack/react-query'
import { seasons as words } from '@tribune/french/sentences/seasons.ts'
import { rankingOf } from '../../data/seasons.ts'
import { useAskedSeason } from '../../lib/router/use-asked-season.ts'
import { Leaders } from './season-aside.tsx'

/** The first three of a past season, next to its ranking. */
export function PastAside() {
  const season = useAskedSeason()
  const { data, isPending } = useInfiniteQuery(rankingOf(season, ''))
  return <Leaders page={data?.pages[0]} waiting={isPending} title={words.podium} season={season} />
}
