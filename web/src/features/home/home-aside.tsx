import { lazy, Suspense } from 'react'

const SeasonAside = lazy(async () => ({ default: (await import('../rankings/season-aside.tsx')).SeasonAside }))

/** Beside the matches on a wide screen: who leads the season. */
export function HomeAside() {
  return (
    <Suspense>
      <SeasonAside />
    </Suspense>
  )
}
