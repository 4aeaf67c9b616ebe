import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { homeQuery } from '../../data/home.ts'
import { useNow } from '../../lib/state/use-now.ts'
import { decoration } from '../../ui/decoration.ts'
import { CompetitionFilter } from './filter/competition-filter.tsx'

/** How often the upcoming matches of today are counted again, because the day may change while the page is open. */
const COUNT_MS = 60_000

const SeasonAside = decoration(async () => (await import('../rankings/season-aside.tsx')).SeasonAside)

/** The column next to the matches on a wide screen: the competition filter, and the leaders of the season. */
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
