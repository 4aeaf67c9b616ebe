import { Link } from '@tanstack/react-router'
import type { Position } from '@tribune/domain/ballots/podium.ts'
import type { PlayerFacts } from '@tribune/domain/matches/events.ts'
import { minuteMark } from '@tribune/french/format/dates.ts'
import { ordinal, plural, rating } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { result, podium as words } from '@tribune/french/sentences/match.ts'
import { ArrowDown, ArrowUp, type IconNode } from 'lucide'
import { memo, type ReactNode } from 'react'
import { PlaceBadge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { METALS } from '../../../ui/metals.ts'
import { Crest, Face } from '../../../ui/picture.tsx'
import { FactMarks } from '../film/event-icons.tsx'
import { cameOn, earnedWords, type ListedPlayer, playerLine, spokenState, teamOf } from './player-words.ts'

/** Effect of a tap. `vote`: picks the player. `locked`: is refused. `read`: opens the player's page. */
export type RowMode = 'vote' | 'locked' | 'read'

export interface RowProps {
  readonly player: ListedPlayer
  readonly position: Position | null
  readonly mode: RowMode
  /** The result is published: a player without points has earned none. */
  readonly published: boolean
  /** Crest of the player's club: it names the club, as the tab does. */
  readonly logo: string | null
  readonly onTap: (player: ListedPlayer) => void
  readonly onChoose: (player: ListedPlayer) => void
}

const INNER =
  'flex min-h-[calc(var(--row)-2px)] min-w-0 flex-1 items-center gap-3 rounded-card px-3 py-1 text-left short:gap-2 short:px-2 wide:py-2 -outline-offset-3 hover:bg-raised'

/** A player of the match. Renders again only when its props change. */
export const PlayerRow = memo(function PlayerRow(props: RowProps) {
  const { player, position, mode } = props
  const stripe = position === null ? 'border-line' : `border-edge border-l-4 ${METALS[position].stripe}`
  return (
    <li data-player={player.player_id} className={`flex items-stretch rounded-card border bg-surface ${stripe}`}>
      <RowTarget {...props} className={INNER}>
        <RowContent {...props} />
      </RowTarget>
      {mode === 'vote' && player.did_play !== false && <PlaceButton {...props} />}
    </li>
  )
})

interface TargetProps extends Pick<RowProps, 'player' | 'position' | 'mode' | 'onTap'> {
  readonly className: string
  readonly children: ReactNode
}

/** The effect of a tap on a player, in the list and on the pitch. */
export function RowTarget({ player, position, mode, onTap, className, children }: TargetProps) {
  if (mode === 'read') {
    return (
      <Link to="/player/$id" params={{ id: player.player_id }} className={className}>
        {children}
      </Link>
    )
  }
  // A pick who did not play leaves the podium by a tap.
  if (player.did_play === false && (position === null || mode === 'locked'))
    return <div className={`${className} hover:bg-transparent`}>{children}</div>
  return (
    <button
      type="button"
      aria-pressed={position !== null}
      aria-disabled={mode === 'locked' || undefined}
      onClick={() => onTap(player)}
      className={className}
    >
      {children}
    </button>
  )
}

function RowContent({ player, position, mode, published, logo }: RowProps) {
  const line = playerLine(player)
  const absent = player.did_play === false
  return (
    <>
      <span className={`relative flex ${absent ? 'opacity-50' : ''}`}>
        <Face name={player.player_name} id={player.player_id} src={player.photo_url} size={44} />
        {published && player.rating !== null && <Rating value={player.rating} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-1.5 leading-tight">
          <bdi className={`truncate ${absent ? 'text-quiet' : 'font-bold'}`}>{player.player_name}</bdi>
          <FactMarks facts={player.facts} />
        </span>
        <span className="sr-only">, {spokenState(player, mode === 'read' ? null : position, published)}. </span>
        <span aria-hidden="true" className="mt-0.5 flex items-center gap-1.5 text-sm leading-5 text-quiet">
          <Crest name={teamOf(player)} src={logo} size={20} />
          {line !== '' && <span className="shrink-0 whitespace-nowrap">{line}</span>}
          {cameOn(player) && <Change of={ArrowUp} className="text-good" at={player.facts?.cameOn} />}
          {player.facts?.wentOff != null && <Change of={ArrowDown} className="text-quiet" at={player.facts.wentOff} />}
        </span>
      </span>
      <RowEnd player={player} published={published} />
      {mode === 'read' && position !== null && (
        <PlaceBadge place={position} label={`${result.myPodium}, ${ordinal(position)}`} size="sm" />
      )}
    </>
  )
}

interface ChangeProps {
  readonly of: IconNode
  readonly className: string
  /** The minute, if it is known. */
  readonly at: PlayerFacts['cameOn'] | undefined
}

/** An arrow with the minute at which a player came on or went off. */
function Change({ of, className, at }: ChangeProps) {
  return (
    <span className="-ml-0.5 flex shrink-0 items-center whitespace-nowrap">
      <Icon of={of} size={14} stroke={3} className={className} />
      {at != null && minuteMark(at.minute, at.extra)}
    </span>
  )
}

/** The official rating, in the corner of the face. Shown only with the result, because it would influence the vote. */
function Rating({ value }: { readonly value: number }) {
  return (
    <span
      aria-hidden="true"
      className="figures absolute -right-1.5 -bottom-1.5 rounded-inner border border-line bg-surface px-1 text-sm leading-[18px] font-bold"
    >
      {rating(value)}
    </span>
  )
}

function RowEnd({ player, published }: { readonly player: ListedPlayer; readonly published: boolean }): ReactNode {
  const earned = earnedWords(player, published)
  if (earned === null) return null
  if (earned.points === null)
    return <span className="min-w-18 shrink-0 text-right text-sm text-quiet">{earned.place}</span>
  return (
    <span className="flex min-w-18 shrink-0 flex-col items-end">
      <span className={`figures text-2xl leading-6 font-extrabold ${METALS[player.rank ?? 0]?.ink ?? ''}`}>
        <span aria-hidden="true">{earned.points}</span>
        <span className="sr-only">{plural(player.points ?? 0, nouns.point)}, </span>
      </span>
      <span className="text-sm leading-4 text-quiet">{earned.place}</span>
    </span>
  )
}

/** Opens the dialog that chooses a place explicitly. Its icon is the podium. */
function PlaceButton({ player, position, onChoose }: RowProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onChoose(player)}
      className="inline-flex w-14 shrink-0 [--line:var(--edge)] items-center short:w-12 justify-center rounded-card -outline-offset-3 hover:bg-raised"
    >
      <span className="sr-only">{words.choose(player.player_name)}</span>
      {position === null ? (
        <Mark size={26} lit={0} />
      ) : (
        <PlaceBadge place={position} label={`, ${ordinal(position)}`} />
      )}
    </button>
  )
}
