import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { TeamFilter } from '@tribune/domain/player-order.ts'
import { type Podium, positionOf } from '@tribune/domain/podium.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { nouns } from '../../i18n/fr.ts'
import { players as words } from '../../i18n/fr-match.ts'
import { plural } from '../../lib/numbers.ts'
import { useSlices } from '../../lib/use-slices.ts'
import { Notice } from '../../ui/notice.tsx'
import { Crest } from '../../ui/picture.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ListBar } from './list-bar.tsx'
import { PlayerRow, type RowMode } from './player-row.tsx'
import { type ListedPlayer, listed } from './player-words.ts'
import { useOneTap } from './use-one-tap.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

interface PlayerListProps {
  readonly match: HomeFixture
  readonly players: readonly ListedPlayer[]
  readonly podium: Podium
  readonly mode: RowMode
  readonly published: boolean
  readonly closed: boolean
  /** Calls back just before the podium, and with it the order, changes. */
  readonly subscribe: (listener: () => void) => () => void
  readonly onTap: (player: ListedPlayer) => void
  readonly onChoose: (player: ListedPlayer) => void
}

/** Everybody of the match, by team and by name. */
export function PlayerList(props: PlayerListProps) {
  const { match, players } = props
  const [tab, setTab] = useState<TeamFilter>('all')
  const [query, setQuery] = useState('')
  const settled = useDeferredValue(query)
  if (players.length === 0) return <Notice>{isToCome(match) ? words.none : words.never}</Notice>
  return (
    <Tabs
      label={words.tabs}
      tabs={[
        { value: 'all', label: words.all, whole: true },
        { value: 'home', label: <TeamTab name={match.home_team} logo={match.home_team_logo} /> },
        { value: 'away', label: <TeamTab name={match.away_team} logo={match.away_team_logo} /> },
      ]}
      value={tab}
      onChange={setTab}
      bar={(tabs) => <ListBar tabs={tabs} query={query} onQuery={setQuery} />}
    >
      <Rows {...props} tab={tab} query={settled} />
    </Tabs>
  )
}

/** Whether a lineup may still come. */
function isToCome({ status }: HomeFixture): boolean {
  return status === 'upcoming' || status === 'live' || status === 'postponed'
}

/** Small and in two lines on a phone, where two clubs share the bar: the crest tells them apart when their names are cut all the same. */
function TeamTab({ name, logo }: { readonly name: string; readonly logo: string | null }) {
  return (
    <span className="flex items-center justify-center gap-1.5">
      <Crest name={name} src={logo} size={20} />
      <bdi className="line-clamp-2 text-left text-sm leading-tight whitespace-normal [overflow-wrap:anywhere] wide:text-base">
        {name}
      </bdi>
    </span>
  )
}

/** Rows drawn with the screen, those in sight; the others follow, as many at a time. */
const SLICE = 6
/** Height of a row with its frame and of the gap under it, in pixels. */
const ROW_PX = 74
/** Rows after the first ten are laid out only when they come near. */
const FAR = '*:[contain-intrinsic-size:auto_64px]'

function Rows(props: PlayerListProps & { readonly tab: TeamFilter; readonly query: string }) {
  const { match, players, podium, mode, published, closed, subscribe, onTap, onChoose, tab, query } = props
  const list = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => listed(players, { tab, query, podium, closed }), [players, tab, query, podium, closed])
  useSteadyScroll(list, rows, subscribe)
  const oneTap = useOneTap(rows)
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
      <ul
        ref={list}
        aria-label={words.title}
        onClickCapture={oneTap}
        className={`flex flex-col gap-2 pt-1 [overflow-anchor:none] empty:hidden *:nth-[n+11]:[content-visibility:auto] ${FAR}`}
      >
        {drawn.filter((player) => !isBenched(player)).map(rowOf)}
      </ul>
      {benched.length > 0 && (
        <section>
          <h2 className="pt-5 pb-1 text-base text-quiet">{words.bench}</h2>
          <ul aria-label={words.bench} className={`flex flex-col gap-2 *:[content-visibility:auto] ${FAR}`}>
            {benched.map(rowOf)}
          </ul>
        </section>
      )}
      {drawn.length < rows.length && <div style={{ height: (rows.length - drawn.length) * ROW_PX }} />}
    </>
  )
}
