import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { TeamFilter } from '@tribune/domain/player-order.ts'
import { type Podium, positionOf } from '@tribune/domain/podium.ts'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { players as words } from '../../i18n/fr-match.ts'
import { plural } from '../../lib/numbers.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ListBar } from './list-bar.tsx'
import { PlayerRow, type RowMode } from './player-row.tsx'
import { type ListedPlayer, listed } from './player-words.ts'
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
        { value: 'home', label: <TeamTab name={match.home_team} /> },
        { value: 'away', label: <TeamTab name={match.away_team} /> },
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

/** Small on a phone, where two clubs share a line. */
function TeamTab({ name }: { readonly name: string }) {
  return <bdi className="text-sm wide:text-base">{name}</bdi>
}

function Rows(props: PlayerListProps & { readonly tab: TeamFilter; readonly query: string }) {
  const { match, players, podium, mode, published, closed, subscribe, onTap, onChoose, tab, query } = props
  const list = useRef<HTMLUListElement>(null)
  const rows = useMemo(() => listed(players, { tab, query, podium, closed }), [players, tab, query, podium, closed])
  useSteadyScroll(list, rows, subscribe)
  const logos = { home: match.home_team_logo, away: match.away_team_logo }
  return (
    <>
      <p role="status" className="sr-only">
        {query === '' ? '' : words.found(plural(rows.length, 'joueur'))}
      </p>
      {rows.length === 0 ? (
        <Notice>{query.trim() === '' ? words.noneInTeam : words.noneFound(query.trim())}</Notice>
      ) : (
        <ul ref={list} aria-label={words.title} className="flex flex-col gap-2 pt-1 [overflow-anchor:none]">
          {rows.map((player) => (
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
          ))}
        </ul>
      )}
    </>
  )
}
