import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Season } from '@tribune/contract/rankings.ts'
import { ordinal, plural } from '@tribune/french/format/numbers.ts'
import { crash, nouns } from '@tribune/french/sentences/app.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import { share as shareWords } from '@tribune/french/sentences/share.ts'
import { type ReactNode, Suspense, useId } from 'react'
import { myPicksQuery, playerQuery, playerSeasonQuery, playerSeasonsQuery } from '../../data/players.ts'
import { myPodiumPlayersQuery, seasonsQuery } from '../../data/seasons.ts'
import { useFan } from '../../data/session.ts'
import { useScrolledPast, useWide } from '../../lib/device/use-platform.ts'
import { ApiError, messageOf } from '../../lib/http/api-error.ts'
import { useAskedSeason } from '../../lib/router/use-asked-season.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { decoration } from '../../ui/decoration.ts'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { ShareIcon } from '../share/share-icon.tsx'
import { FormPanel, FormSkeleton } from './form-panel.tsx'
import { PlayerHeader, PlayerHeaderSkeleton } from './player-header.tsx'
import { PlayerHistory, type PlayerHistoryRead, usePlayerHistory } from './player-history.tsx'
import { matchesOf } from './season-rows.ts'

const route = getRouteApi('/player/$id')
const SeasonAside = decoration(async () => (await import('../rankings/season-aside.tsx')).SeasonAside)

/** One player: name and club, season, form, matches. */
export function PlayerPage() {
  const { id } = route.useParams()
  return <Player key={id} id={id} />
}

function Player({ id }: { readonly id: number }) {
  const player = useQuery(playerQuery(id))
  const asked = useAskedSeason()
  const season = useQuery(playerSeasonQuery(id, asked))
  const history = usePlayerHistory(id, asked)
  const own = useOwnVotes(id, asked, history)
  const seasons = useQuery(seasonsQuery)
  const ofSeason = {
    all: seasons.data ?? NO_SEASONS,
    shown: seasons.data?.find((one) => (asked === undefined ? one.open : one.id === asked)),
  }
  const { data, error } = player
  if (data === undefined && error !== null) {
    const isMissing = error instanceof ApiError && error.code === 'player_not_found'
    return isMissing ? <UnknownPlayer /> : <Failed error={error} onRetry={() => player.refetch()} />
  }
  return (
    <>
      <ScreenTitle>{data?.name ?? words.title}</ScreenTitle>
      <TopBar as="p" title={<BarTitle name={data?.name} />} backTo="/rankings">
        {data !== undefined && (
          <FollowButton target={{ kind: 'player', id, name: data.name, picture: data.photo_url }} className="mr-auto" />
        )}
        {data !== undefined && <PlayerShareIcon id={id} name={data.name} season={asked} />}
      </TopBar>
      <div className="gutter mx-auto flex w-full max-w-page flex-col gap-6 pt-4 wide:grid wide:grid-cols-[minmax(0,1fr)_400px] wide:grid-rows-[auto_1fr] wide:gap-x-8">
        {data === undefined ? (
          <PlayerHeaderSkeleton />
        ) : (
          <PlayerHeader
            player={data}
            season={season.data === undefined ? undefined : (season.data.items[0] ?? null)}
            played={season.data?.matches_played ?? undefined}
            asked={asked}
            waiting={season.isPending}
            mine={own.mine}
          />
        )}
        <div className="min-w-0 empty:hidden wide:col-start-2 wide:row-span-2 wide:row-start-1">
          <div className="empty:hidden wide:sticky wide:top-[calc(var(--notch)+24px)]">
            <SideColumn
              history={history}
              season={ofSeason.shown}
              waiting={seasons.isPending}
              isPast={asked !== undefined}
            />
          </div>
        </div>
        <div className="min-w-0">
          <PlayerHistory
            history={history}
            picks={own.picks}
            seasons={ofSeason}
            waiting={seasons.isPending}
            isPast={asked !== undefined}
          />
          <PlayerSeasons id={id} />
        </div>
      </div>
      <FootBar />
    </>
  )
}

const NO_SEASONS: readonly Season[] = []

interface SideColumnProps {
  readonly history: PlayerHistoryRead
  /** The season that the screen shows; undefined while unknown. */
  readonly season: Season | undefined
  readonly waiting: boolean
  readonly isPast: boolean
}

/** Shows the player's form in the season. Without counted matches, a wide screen shows the leaders of the open season instead. */
function SideColumn({ history: { matches = [], query }, season, waiting, isPast }: SideColumnProps) {
  const wide = useWide()
  if (query.isPending || (waiting && matches.length > 0)) return <FormSkeleton />
  const counted = season === undefined ? [] : matchesOf(matches, season)
  if (season !== undefined && counted.length > 0) {
    return <FormPanel matches={counted} season={season} isPast={isPast} />
  }
  if (!wide || isPast) return null
  return (
    <Suspense>
      <SeasonAside />
    </Suspense>
  )
}

/** Returns where the signed-in fan placed the player; for a past season, only in the listed matches. The screen neither waits for this nor shows its failure. */
function useOwnVotes(id: number, season: number | undefined, { matches = [] }: PlayerHistoryRead) {
  const fan = useFan()
  const fanId = fan?.id ?? null
  const podium = useQuery({ ...myPodiumPlayersQuery(fanId ?? ''), enabled: fanId !== null && season === undefined })
  const ids = matches.map(({ match_id }) => match_id)
  const picks = useQuery({ ...myPicksQuery(id, fanId ?? '', ids), enabled: fanId !== null && ids.length > 0 })
  if (fanId === null) return { mine: false, picks: undefined }
  const isPickedNow = season === undefined && podium.data?.player_ids.includes(id) === true
  return { mine: isPickedNow || matches.some(({ match_id }) => picks.data?.has(match_id)), picks: picks.data }
}

/** Scroll position, in pixels, past which the player's name is out of sight. */
const HEADER_PX = 120

/** The title of the screen; once the header has scrolled out of sight, the player's name. */
function BarTitle({ name }: { readonly name: string | undefined }) {
  const scrolled = useScrolledPast(HEADER_PX)
  return scrolled && name !== undefined ? <bdi className="wide:hidden">{name}</bdi> : words.title
}

/** Shown if the id in the address belongs to no player, or is not valid for one. */
export function UnknownPlayer() {
  return (
    <MessageScreen title={words.missing}>
      <Notice
        title={words.missing}
        actions={
          <>
            <ButtonLink to="/rankings" tone="action">
              {words.toRanking}
            </ButtonLink>
            <ButtonLink to="/">{crash.home}</ButtonLink>
          </>
        }
      >
        {words.missingHint}
      </Notice>
    </MessageScreen>
  )
}

function Failed({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  return (
    <MessageScreen title={words.title}>
      <ErrorNotice message={words.loadError(messageOf(error))} error={error} onRetry={onRetry} />
    </MessageScreen>
  )
}

/** A screen with a single message. */
function MessageScreen({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <TopBar title={words.title} backTo="/rankings" />
      <div className="gutter mx-auto max-w-[560px] pt-6">{children}</div>
    </>
  )
}

/** Lists the finished seasons in which a player has points. The screen neither waits for them nor shows their failure. */
function PlayerSeasons({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(playerSeasonsQuery(id))
  const title = useId()
  const past = data.filter(({ open }) => !open)
  if (past.length === 0) return null
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} className="mb-2 text-lg">
        {words.pastSeasons}
      </h2>
      <ul className="flex flex-col gap-2">
        {past.map(({ season_id, name, label, rank, total_points, matches_played }) => (
          <li key={season_id}>
            <Link
              to="/rankings"
              search={{ season: season_id }}
              className="target flex flex-wrap justify-between gap-x-4 rounded-card border border-line bg-surface px-3 py-2 hover:bg-raised"
            >
              <span className="font-bold [overflow-wrap:anywhere]">{words.season(name, label)}</span>
              <span className="text-quiet">
                {words.seasonLine(
                  ordinal(rank),
                  plural(total_points, nouns.point),
                  plural(matches_played, nouns.match),
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PlayerShareProps {
  readonly id: number
  readonly name: string
  /** The season in the address; undefined for the open one. */
  readonly season: number | undefined
}

/** The share button in the header of a player's screen. It shares the season that is shown. */
function PlayerShareIcon({ id, name, season }: PlayerShareProps) {
  const path = season === undefined ? `/player/${id}` : `/player/${id}?season=${season}`
  return <ShareIcon share={{ path, title: name, text: shareWords.playerText(name) }} label={shareWords.player} />
}
