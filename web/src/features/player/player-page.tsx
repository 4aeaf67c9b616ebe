import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { common } from '../../i18n/fr.ts'
import { player as words } from '../../i18n/fr-rankings.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { RankingAside } from '../rankings/season-aside.tsx'
import { playerHistoryQuery, playerQuery, playerSeasonQuery } from './api.ts'
import { PlayerHeader, PlayerHeaderSkeleton } from './player-header.tsx'
import { PlayerHistory } from './player-history.tsx'

const route = getRouteApi('/player/$id')

/** One player: who he is, his season, his matches. */
export function PlayerPage() {
  const { id } = route.useParams()
  const player = useQuery(playerQuery(id))
  const season = useQuery(playerSeasonQuery(id))
  const history = useInfiniteQuery(playerHistoryQuery(id))
  const name = player.data?.name ?? ''
  if (player.data === undefined && player.isError) {
    return <PlayerError error={player.error} onRetry={() => player.refetch()} />
  }
  return (
    <>
      <title>{name === '' ? 'Tribune' : `${name} — Tribune`}</title>
      <TopBar as="p" title={words.title} backTo="/rankings" />
      <Columns aside={RankingAside}>
        {player.data === undefined ? (
          <PlayerHeaderSkeleton />
        ) : (
          <PlayerHeader player={player.data} season={season.data?.items[0] ?? null} known={!season.isPending} />
        )}
        <PlayerHistory query={history} />
      </Columns>
      <FootBar />
    </>
  )
}

function PlayerError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <>
      <TopBar title={words.title} backTo="/rankings" />
      <div className="gutter mx-auto max-w-[560px] pt-6">
        <ErrorNotice
          message={words.loadError(messageOf(error))}
          reference={error instanceof ApiError ? error.id : null}
          actions={
            <Button tone="action" onClick={onRetry}>
              {common.retry}
            </Button>
          }
        />
      </div>
    </>
  )
}
