import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useNow } from '../../lib/state/use-now.ts'
import { homeQuery } from './api.ts'
import { CompetitionFilter } from './filter/competition-filter.tsx'

/** Matches to come are counted for today, which may turn while the page is open. */
const COUNT_MS = 60_000

const SeasonAside = lazy(async () => ({ default: (await import('../rankings/season-aside.tsx')).SeasonAside }))

/** Beside the matches on a wide screen: the competitions to choose from, and who leads the season. */
export function HomeAside() {
  const { data = [] } = useQuery({ ...homeQuery, enabled: false })
  const now = useNow(COUNT_MS)
  return (
    <>
      <CompetitionFilter matches={data} now={now} />
      <Suspense>
        <SeasonAside />
      </Suspense>
    </>
  )
}
