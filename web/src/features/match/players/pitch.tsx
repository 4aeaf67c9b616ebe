import type { HomeFixture } from '@tribune/contract/matches.ts'
import { type Podium, type Position, positionOf } from '@tribune/domain/ballots/podium.ts'
import { type Eleven, placeEleven } from '@tribune/domain/players/eleven.ts'
import { filterTeam, type TeamFilter } from '@tribune/domain/players/order.ts'
import { distinctNames } from '@tribune/french/format/club-names.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal, plural, rating } from '@tribune/french/format/numbers.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { result, players as words } from '@tribune/french/sentences/match.ts'
import { ArrowDown } from 'lucide'
import { memo, type ReactNode, useMemo } from 'react'
import { useWide } from '../../../lib/device/use-platform.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { METALS } from '../../../ui/metals.ts'
import { Crest, Face } from '../../../ui/picture.tsx'
import { KitLine } from '../board/kit-line.tsx'
import { FactMarks } from '../film/event-icons.tsx'
import { type RowProps, RowTarget } from './player-row.tsx'
import { earnedWords, type ListedPlayer, spokenState } from './player-words.ts'

type Side = ListedPlayer['side']

interface PitchProps extends Pick<RowProps, 'mode' | 'published' | 'onTap'> {
  readonly match: HomeFixture
  readonly players: readonly ListedPlayer[]
  readonly tab: TeamFilter
  readonly podium: Podium
  /** Renders players who are not on the pitch. */
  readonly rows: (players: readonly ListedPlayer[]) => ReactNode
}

/**
 * The starters on a pitch, the home side in the half above, and under it all others as rows. A tap does what it does in the list; a place is chosen by a
 * second tap, so that a player needs one target, not two. Nothing moves at a tap.
 */
export function Pitch({ match, players, tab, podium, rows, ...spots }: PitchProps) {
  const wide = useWide()
  const { elevens, rest, short } = useMemo(() => {
    const sides = (['home', 'away'] as const).filter((side) => tab === 'all' || tab === side)
    const elevens = sides
      .map((side) => ({ side, ...placeEleven(filterTeam(players, side)) }))
      .filter(({ lines }) => lines.length > 0)
    const placed = new Set(elevens.flatMap(({ lines }) => lines.flat()))
    return {
      elevens,
      rest: filterTeam(players, tab).filter((player) => !placed.has(player)),
      short: familyNamesAmong([...placed].map(({ player_name }) => player_name)),
    }
  }, [players, tab])
  return (
    <>
      {elevens.length > 0 && (
        <div className="mt-1 rounded-card border border-line bg-surface p-1 wide:p-2">
          {elevens.map(({ side, ...eleven }) => (
            <Half key={side} match={match} side={side} {...eleven}>
              {(player, place) => (
                <Spot
                  key={player.player_id}
                  {...spots}
                  {...place}
                  player={player}
                  position={positionOf(podium, player.player_id)}
                  name={short(player.player_name)}
                  large={tab !== 'all' || wide}
                />
              )}
            </Half>
          ))}
        </div>
      )}
      {elevens.length > 0 && rest.length > 0 && <h2 className="pt-5 pb-1 text-base text-quiet">{words.substitutes}</h2>}
      {(elevens.length === 0 || rest.length > 0) && rows(rest)}
    </>
  )
}

/** A place in the grid of a half. */
interface GridPlace {
  readonly row: number
  readonly columns: number
}

/** Columns of a half: lines of one to five players share them equally. */
const COLUMNS = 60

interface HalfProps extends Eleven<ListedPlayer> {
  readonly match: HomeFixture
  readonly side: Side
  readonly children: (player: ListedPlayer, place: GridPlace) => ReactNode
}

/**
 * The half of one side. Screen readers and the keyboard go from the keeper to the attack, and from left to right of the screen: the home side plays
 * downwards, so that its left is the screen's right.
 */
function Half({ match, side, lines, formation, children }: HalfProps) {
  const isHome = side === 'home'
  const [home, away] = distinctNames(match.home_team, match.away_team)
  const club = isHome ? match.home_team : match.away_team
  return (
    <section aria-label={club} className={`flex ${isHome ? 'flex-col' : 'flex-col-reverse'}`}>
      <h2 className="flex items-center gap-2 px-2 py-1 text-sm">
        <KitLine side={side} className="h-5 w-1 rounded-full" />
        <Crest name={club} src={isHome ? match.home_team_logo : match.away_team_logo} size={20} />
        <bdi className="truncate">{isHome ? home : away}</bdi>
        {formation !== null && <span className="figures shrink-0 text-quiet">{formation}</span>}
      </h2>
      <div className="relative">
        <Chalk isHome={isHome} />
        <ol aria-label={club} className="relative grid grid-cols-60 gap-y-1 py-2 wide:gap-y-3 wide:py-4">
          {lines.map((line, index) =>
            (isHome ? [...line].reverse() : line).map((player) =>
              children(player, { row: isHome ? index + 1 : lines.length - index, columns: COLUMNS / line.length }),
            ),
          )}
        </ol>
      </div>
    </section>
  )
}

/** The lines of a half, drawn for the home side. */
function Chalk({ isHome }: { readonly isHome: boolean }) {
  const line = 'absolute left-1/2 -translate-x-1/2 border-2 border-line'
  return (
    <span
      aria-hidden="true"
      className={`absolute inset-0 overflow-hidden border-2 border-b border-line ${isHome ? '' : '-scale-y-100'}`}
    >
      <span className={`${line} -top-0.5 h-24 w-3/5`} />
      <span className={`${line} -top-0.5 h-9 w-1/3`} />
      <span className={`${line} bottom-0 size-28 translate-y-1/2 rounded-full`} />
    </span>
  )
}

interface SpotProps extends GridPlace, Pick<RowProps, 'player' | 'mode' | 'published' | 'onTap'> {
  readonly position: Position | null
  /** The name as the pitch has room for it. */
  readonly name: string
  readonly large: boolean
}

/** A starter: face, name and marks in one target of at least 44 px, even for five in a line on a 320 px phone. */
const Spot = memo(function Spot({ row, columns, name, large, ...target }: SpotProps) {
  const { player, position, mode, published } = target
  const isAbsent = player.did_play === false
  const earned = earnedWords(player, published)
  return (
    <li
      data-player={player.player_id}
      className="flex min-w-0 justify-center"
      style={{ gridRow: row, gridColumn: `span ${columns}` }}
    >
      <RowTarget
        {...target}
        className="target flex max-w-[min(100%,8rem)] flex-col items-center rounded-inner px-0.5 py-1 hover:bg-raised"
      >
        <span aria-hidden="true" className={`relative flex ${isAbsent ? 'opacity-50' : ''}`}>
          <Face name={player.player_name} id={player.player_id} src={player.photo_url} size={large ? 52 : 38} />
          {position !== null && (
            <span className="absolute -top-2 -left-3">
              <PlaceBadge place={position} label="" size="sm" />
            </span>
          )}
          {published && player.rating !== null && (
            <span className="figures absolute -top-1.5 -right-2.5 rounded-inner border border-line bg-surface px-1 text-sm leading-4 font-bold">
              {rating(player.rating)}
            </span>
          )}
          <Marks player={player} />
        </span>
        <bdi
          aria-hidden="true"
          className={`figures mt-1 line-clamp-2 max-w-full bg-surface text-center text-label leading-4 wide:text-base wide:leading-5 [overflow-wrap:break-word] hyphens-manual ${isAbsent ? 'text-quiet' : 'font-semibold'}`}
        >
          {withSoftHyphens(name)}
        </bdi>
        {earned?.points != null && (
          <span
            aria-hidden="true"
            className={`figures bg-surface text-sm leading-4 font-extrabold ${METALS[player.rank ?? 0]?.ink ?? ''}`}
          >
            {result.points(earned.points)}
          </span>
        )}
        <span className="sr-only">
          {player.player_name}, {spokenState(player, mode === 'read' ? null : position, published)}.
          {earned?.points != null && ` ${plural(player.points ?? 0, nouns.point)},`}
          {earned !== null && ` ${earned.place}`}
          {mode === 'read' && position !== null && `, ${result.myPodium}, ${ordinal(position)}`}
        </span>
      </RowTarget>
    </li>
  )
})

/** Goals, cards and the like, over the lower edge of the face, where they take no height. */
function Marks({ player: { facts } }: { readonly player: ListedPlayer }) {
  if (facts === undefined) return null
  return (
    <span className="absolute -inset-x-2.5 -bottom-1.5 flex flex-wrap-reverse justify-center">
      <span className="flex items-center gap-0.5 rounded-full bg-surface px-0.5">
        <FactMarks facts={facts} />
        {facts.wentOff !== null && (
          <span className="flex items-center text-sm leading-4 whitespace-nowrap text-quiet">
            <Icon of={ArrowDown} size={13} stroke={3} />
            {minuteMark(facts.wentOff.minute, facts.wentOff.extra)}
          </span>
        )}
      </span>
    </span>
  )
}
