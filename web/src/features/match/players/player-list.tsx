import type { HomeFixture } from '@tribune/contract/matches.ts'
import { type Podium, positionOf } from '@tribune/domain/ballots/podium.ts'
import type { TeamFilter } from '@tribune/domain/players/order.ts'
import { clubCodes, distinctNames } from '@tribune/french/format/club-names.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { players as words } from '@tribune/french/sentences/match.ts'
import { type IconNode, Search, X } from 'lucide'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { phoneStorage } from '../../../lib/device/storage.ts'
import { Later } from '../../../lib/list/later-part.tsx'
import { useSlices } from '../../../lib/list/use-slices.ts'
import { useEscape } from '../../../lib/state/use-escape.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ClubName } from '../../../ui/club-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { useRootLength } from '../../../ui/use-root-length.ts'
import { KitLine } from '../board/kit-line.tsx'
import { pitch } from '../later-parts.ts'
import { PlayerRow, type RowMode } from './player-row.tsx'
import { type ListedPlayer, listed } from './player-words.ts'

const PITCH_KEY = 'tribune-pitch'
const LIST_ICON: IconNode = [['path', { d: 'M4 6h16M4 12h16M4 18h16' }]]
const PITCH_ICON: IconNode = [['path', { d: 'M5 2h14v20H5ZM5 12h14M9 2v4h6V2M9 22v-4h6v4' }]]

interface PlayerListProps {
  readonly match: HomeFixture
  readonly players: readonly ListedPlayer[]
  readonly podium: Podium
  readonly mode: RowMode
  readonly published: boolean
  readonly closed: boolean
  readonly onTap: (player: ListedPlayer) => void
  readonly onChoose: (player: ListedPlayer) => void
}

/** All players of the match, as a list or on the pitch, with filters by team and name. Does not render again when only a dialog opens. */
export const PlayerList = memo(function PlayerList(props: PlayerListProps) {
  const { match, players } = props
  const [tab, setTab] = useState<TeamFilter>('all')
  const [query, setQuery] = useState('')
  const view = usePitchView(players)
  if (players.length === 0) return <Notice>{isToCome(match) ? words.none : words.never}</Notice>
  const names = distinctNames(match.home_team, match.away_team)
  const codes = clubCodes(match.home_team, match.away_team)
  const fits = names.every(fitsInTab)
  const home = {
    side: 'home',
    name: match.home_team,
    short: names[0],
    code: codes[0],
    logo: match.home_team_logo,
    fits,
  } as const
  const away = {
    side: 'away',
    name: match.away_team,
    short: names[1],
    code: codes[1],
    logo: match.away_team_logo,
    fits,
  } as const
  return (
    <Tabs
      label={words.tabs}
      tabs={[
        { value: 'all', label: words.all, whole: true },
        { value: 'home', label: <TeamTab {...home} /> },
        { value: 'away', label: <TeamTab {...away} /> },
      ]}
      value={tab}
      onChange={setTab}
      bar={(tabs) => <ListBar tabs={tabs} toggle={view.toggle} query={query} onQuery={setQuery} />}
    >
      {view.isPitch && query.trim() === '' ? (
        <div className="min-h-dvh">
          <Later part={pitch} onOffline={view.close}>
            {(Pitch) => (
              <Pitch {...props} tab={tab} rows={(rest) => <Rows {...props} players={rest} tab={tab} query="" />} />
            )}
          </Later>
        </div>
      ) : (
        <Rows {...props} tab={tab} query={query} />
      )}
    </Tabs>
  )
})

/** Returns whether a lineup may still be published. */
function isToCome({ status }: HomeFixture): boolean {
  return status === 'upcoming' || status === 'live' || status === 'postponed'
}

interface TeamTabProps {
  readonly side: 'home' | 'away'
  readonly name: string
  /** The name without the words that both clubs share, and the three-letter code. */
  readonly short: string
  readonly code: string
  readonly logo: string | null
  /** The short names of both clubs fit, so that neither is shown next to the other's code. */
  readonly fits: boolean
}

/** A club's tab. On a phone, shows what distinguishes it in two small lines, or its three-letter code unless that fits for both. */
function TeamTab({ side, name, short, code, logo, fits }: TeamTabProps) {
  return (
    <span className="relative flex h-full items-center justify-center gap-1 wide:gap-1.5">
      <KitLine side={side} className="absolute inset-x-0 bottom-0 h-[3px] rounded-full" />
      <Crest name={name} src={logo} size={20} />
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className="contents">
        <bdi className={`figures text-lg wide:hidden ${fits ? '@min-[14.9rem]:hidden' : ''}`}>{code}</bdi>
        {fits && (
          <ClubName
            name={short}
            className="figures line-clamp-2 text-left leading-tight whitespace-normal @max-[14.9rem]:hidden wide:hidden"
          />
        )}
        <ClubName name={short} className="line-clamp-2 text-left leading-tight whitespace-normal max-wide:hidden" />
      </span>
    </span>
  )
}

/** Letters that fit on a line of a tab at 375 px. */
const TAB_LINE = 8

/** Returns whether a name fits on two lines of a tab. */
function fitsInTab(name: string): boolean {
  const [first = '', ...others] = withSoftHyphens(name).split(/[\s\u00ad-]+/u)
  const lines = others.reduce(
    ([last = '', ...before], part) =>
      last.length + 1 + part.length <= TAB_LINE ? [`${last} ${part}`, ...before] : [part, last, ...before],
    [first],
  )
  return lines.length <= 2 && lines.every((line) => line.length <= TAB_LINE)
}

/** Rows per slice. The first slice renders with the screen and covers the rows in view. */
const SLICE = 6
/** The rows, in two columns on a phone in landscape. Those after the first ten are laid out only near the viewport. */
const LIST =
  'grid grid-cols-[minmax(0,1fr)] gap-(--row-gap) *:[contain-intrinsic-size:auto_64px] short:pair:grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))]'

function Rows(props: PlayerListProps & { readonly tab: TeamFilter; readonly query: string }) {
  const { match, players, podium, mode, published, closed, onTap, onChoose, tab, query } = props
  // While the fan votes, rows stay where they are under the thumb: the picks come first the next time that the list is opened.
  const [opened] = useState(podium)
  const first = mode === 'vote' ? opened : podium
  const rows = useMemo(
    () => listed(players, { tab, query, podium: first, closed }),
    [players, tab, query, first, closed],
  )
  const logos = { home: match.home_team_logo, away: match.away_team_logo }
  const drawn = rows.slice(0, useSlices(rows.length, SLICE))
  const isBenched = ({ did_play, player_id }: ListedPlayer) =>
    did_play === false && positionOf(podium, player_id) === null
  const rowOf = (player: ListedPlayer) => (
    <PlayerRow
      key={player.player_id}
      player={player}
      position={positionOf(podium, player.player_id)}
      mode={mode}
      published={published}
      logo={logos[player.side]}
      onTap={onTap}
      onChoose={onChoose}
    />
  )
  const benched = drawn.filter(isBenched)
  return (
    <>
      <p role="status" className="sr-only">
        {query === '' ? '' : words.found(plural(rows.length, nouns.player))}
      </p>
      {rows.length === 0 && <Notice>{query.trim() === '' ? words.noneInTeam : words.noneFound(query.trim())}</Notice>}
      <ul aria-label={words.title} className={`pt-1 empty:hidden *:nth-[n+11]:[content-visibility:auto] ${LIST}`}>
        {drawn.filter((player) => !isBenched(player)).map(rowOf)}
      </ul>
      {benched.length > 0 && (
        <section>
          <h2 className="pt-5 pb-1 text-base text-quiet">{words.bench}</h2>
          <ul aria-label={words.bench} className={`*:[content-visibility:auto] ${LIST}`}>
            {benched.map(rowOf)}
          </ul>
        </section>
      )}
      {drawn.length < rows.length && (
        <div style={{ height: `calc((var(--row) + var(--row-gap)) * ${rows.length - drawn.length})` }} />
      )}
    </>
  )
}

interface PitchView {
  readonly isPitch: boolean
  readonly close: () => void
  /** The button that shows the other view; none where no player starts, so that the list is all there is. */
  readonly toggle: ReactNode
}

/** Returns whether the fan sees the players on a pitch, as they chose last on this phone. */
function usePitchView(players: readonly ListedPlayer[]): PitchView {
  const [chosen, setChosen] = useState(() => typeof phoneStorage.read(PITCH_KEY) === 'string')
  const choose = (pitch: boolean) => {
    setChosen(pitch)
    if (pitch) phoneStorage.write(PITCH_KEY, 'shown')
    else phoneStorage.remove(PITCH_KEY)
  }
  const possible = players.some(({ is_starter }) => is_starter)
  const isPitch = possible && chosen
  return {
    isPitch,
    close: () => choose(false),
    toggle: possible && (
      <button
        type="button"
        onClick={() => choose(!isPitch)}
        className="target flex w-[50px] flex-col items-center justify-center rounded-card text-label leading-none font-semibold text-quiet hover:bg-raised wide:h-[50px] wide:w-16"
      >
        <Icon of={isPitch ? LIST_ICON : PITCH_ICON} size={20} />
        <span className="sr-only">{words.show}</span>
        <span className="figures">{isPitch ? words.list : words.pitch}</span>
      </button>
    ),
  }
}

interface ListBarProps {
  /** The team tabs. */
  readonly tabs: ReactNode
  /** Shows the other view of the players. */
  readonly toggle: ReactNode
  readonly query: string
  readonly onQuery: (query: string) => void
}

/** The bar over the list: team tabs, and a search box that replaces them on a phone while in use. */
function ListBar({ tabs, toggle, query, onQuery }: ListBarProps) {
  const [searching, setSearching] = useState(query !== '')
  const box = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLSpanElement>(null)
  const wasSearching = useRef(searching)
  useRootLength('--head', '60px')
  useEffect(() => {
    if (searching && !wasSearching.current) box.current?.focus()
    if (!searching && wasSearching.current) opener.current?.querySelector('button')?.focus()
    wasSearching.current = searching
  }, [searching])
  const close = () => {
    onQuery('')
    setSearching(false)
  }
  useEscape(searching || query !== '', close)
  return (
    <div className="sticky top-[calc(var(--bar)+var(--notch))] z-10 -mx-4 flex items-center gap-2 bg-ground px-4 py-1 pair:mx-0 pair:px-0 wide:top-(--notch) wide:py-3">
      <div className={`@container min-w-0 flex-1 ${searching ? 'hidden wide:flex' : 'flex'}`}>{tabs}</div>
      <div
        className={`min-w-0 wide:block wide:w-36 min-[1100px]:w-64 ${searching ? 'flex-1 wide:flex-none' : 'hidden'}`}
      >
        <SearchField ref={box} label={words.search} placeholder={words.searchShort} value={query} onChange={onQuery} />
      </div>
      {/* One box on a phone, which leaves the tabs room for short names. */}
      <span
        className={`flex ${searching ? 'wide:rounded-card wide:border' : 'rounded-card border bg-surface'} border-line wide:bg-surface`}
      >
        <span className={searching ? 'hidden wide:contents' : 'contents'}>{toggle}</span>
        <span ref={opener} className="wide:hidden">
          {searching ? (
            <IconButton label={words.closeSearch} onClick={close} className="-mr-2">
              <Icon of={X} size={22} />
            </IconButton>
          ) : (
            <IconButton label={words.openSearch} onClick={() => setSearching(true)} className="h-[50px]">
              <Icon of={Search} size={22} />
            </IconButton>
          )}
        </span>
      </span>
    </div>
  )
}
