import { useInfiniteQuery } from '@tanstack/react-query'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { History } from 'lucide'
import { rankingOf } from '../../data/seasons.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { rowsOf } from './list/ranking-rows.ts'
import { PodiumSkeleton } from './podium-skeleton.tsx'
import { RankingHead } from './ranking-head.tsx'
import { Champion, SeasonChooser } from './season-chooser.tsx'
import { SeasonPodium } from './season-podium.tsx'

interface RankingHeaderProps {
  /** A past season; the open one if undefined. */
  readonly season: number | undefined
  readonly onRefresh: () => void
  readonly busy: boolean
  /** Without the podium, so that what was searched for is in sight above the keyboard. */
  readonly bare: boolean
}

/** The season and its leaders. From 900 px, the podium is next to the list instead. */
export function RankingHeader({ season: asked, onRefresh, busy, bare }: RankingHeaderProps) {
  const query = useInfiniteQuery(rankingOf(asked, ''))
  const data = query.data
  const rows = rowsOf(data?.pages.slice(0, 1) ?? [])
  const season = data?.pages[0]?.season
  return (
    <RankingHead
      action={<RefreshButton onRefresh={onRefresh} busy={busy} />}
      line={
        <>
          <p className="figures text-lg font-bold text-quiet">
            {(season ?? asked) !== undefined && (
              <SeasonChooser shown={season ? rankings.season(season.name, season.label) : ''} asked={asked} />
            )}
          </p>
          <ButtonLink to="/history" tone="quiet" className="-mr-3 ml-auto px-3 text-sm">
            <Icon of={History} size={18} />
            {rankings.history}
          </ButtonLink>
        </>
      }
    >
      <p className="hidden max-w-[52ch] text-quiet wide:block">{rankings.intro}</p>
      {asked !== undefined && <Champion id={asked} />}
      {!bare && (
        <div className="mx-auto max-w-[420px] wide:hidden">
          {data === undefined && !query.isError && <PodiumSkeleton />}
          {rows.length > 0 && <SeasonPodium rows={rows} season={asked} />}
        </div>
      )}
    </RankingHead>
  )
}
