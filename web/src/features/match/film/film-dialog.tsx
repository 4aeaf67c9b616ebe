import type { HomeFixture, MatchEvent, MatchScreen } from '@tribune/contract/matches.ts'
import { clubCodes } from '@tribune/french/format/club-names.ts'
import { film as words } from '@tribune/french/sentences/match.ts'
import { ArrowDown, ArrowUp } from 'lucide'
import type { ReactNode } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { EventIcon, PassIcon } from './event-icons.tsx'
import { emptyFilm, eventMinute, type FilmRow, filmRows, spokenEvent } from './film-words.ts'

interface FilmDialogProps {
  readonly screen: MatchScreen
  readonly onClose: () => void
}

/** « Le film du match »: all events in the order of play, the home side left, the away side right. Follows the match while it is open. */
export function FilmDialog({ screen: { match, events = [] }, onClose }: FilmDialogProps) {
  const { play, kicks } = filmRows(events)
  return (
    <Dialog open onOpenChange={onClose} title={words.title}>
      {events.length === 0 ? (
        <p className="text-quiet">{emptyFilm(match)}</p>
      ) : (
        <div className="flex flex-col gap-2">
          <Sides match={match} />
          <Rows label={words.title} rows={play} match={match} />
          {kicks.length > 0 && (
            <>
              <h3 className="pt-2 text-center text-base text-quiet">{words.shootout}</h3>
              <Rows label={words.shootout} rows={kicks} match={match} />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_3.5rem_minmax(0,1fr)] items-center gap-2'

function Sides({ match }: { readonly match: HomeFixture }) {
  const [home, away] = clubCodes(match.home_team, match.away_team)
  return (
    <div aria-hidden="true" className={`${COLUMNS} border-b border-line pb-2`}>
      <span className="flex items-center justify-end gap-2">
        <bdi className="figures text-lg">{home}</bdi>
        <Crest name={match.home_team} src={match.home_team_logo} size={24} />
      </span>
      <span className="col-start-3 flex items-center gap-2">
        <Crest name={match.away_team} src={match.away_team_logo} size={24} />
        <bdi className="figures text-lg">{away}</bdi>
      </span>
    </div>
  )
}

interface RowsProps {
  readonly label: string
  readonly rows: readonly FilmRow[]
  readonly match: HomeFixture
}

function Rows({ label, rows, match }: RowsProps) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {rows.map((row) => (
        <li key={row.place} className="border-b border-line py-2 last:border-0">
          <span className="sr-only">{spokenEvent(row, match)}</span>
          <div aria-hidden="true" className={COLUMNS}>
            <Side event={row.event} side="home" />
            <span className="flex flex-col items-center leading-tight">
              <span className="figures text-base text-quiet">{eventMinute(row.event)}</span>
              {row.score !== null && (
                <span className="figures text-lg font-extrabold whitespace-nowrap">{row.score}</span>
              )}
            </span>
            <Side event={row.event} side="away" />
          </div>
        </li>
      ))}
    </ol>
  )
}

interface SideProps {
  readonly event: MatchEvent
  readonly side: MatchEvent['team']
}

/** An event in the column of its side; the other column stays empty. */
function Side({ event, side }: SideProps): ReactNode {
  if (event.team !== side) return <span />
  const isHome = side === 'home'
  return (
    <span data-side={side} className={`flex items-start gap-2 ${isHome ? 'flex-row-reverse text-right' : ''}`}>
      {event.type !== 'substitution' && (
        <span className="mt-0.5 flex shrink-0">
          <EventIcon type={event.type} size={16} />
        </span>
      )}
      <span className={`flex min-w-0 flex-col text-sm leading-5 ${isHome ? 'items-end' : 'items-start'}`}>
        <People event={event} />
      </span>
    </span>
  )
}

/** Types whose icon alone says what happened. */
const PLAIN: readonly MatchEvent['type'][] = ['goal', 'yellow', 'red', 'kick']

function People({ event: { type, player, assist } }: Pick<SideProps, 'event'>) {
  if (type === 'substitution') {
    return (
      <>
        {assist !== null && <Named icon={<Icon of={ArrowUp} {...ARROW} className="text-good" />} name={assist.name} />}
        {player !== null && (
          <Named icon={<Icon of={ArrowDown} {...ARROW} className="text-quiet" />} name={player.name} />
        )}
        {player === null && assist === null && words.types.substitution}
      </>
    )
  }
  return (
    <>
      {player !== null && <bdi className="max-w-full font-bold wrap-break-word">{player.name}</bdi>}
      {(player === null || !PLAIN.includes(type)) && <span className="text-quiet">{words.types[type]}</span>}
      {assist !== null && <Named icon={<PassIcon size={14} />} name={assist.name} quiet />}
    </>
  )
}

const ARROW = { size: 16, stroke: 3 } as const

interface NamedProps {
  readonly icon: ReactNode
  readonly name: string
  readonly quiet?: boolean
}

/** A name after an icon, which stands on the inner side as the event's own. */
function Named({ icon, name, quiet = false }: NamedProps) {
  return (
    <span
      className={`flex max-w-full items-start gap-1.5 in-data-[side=home]:flex-row-reverse ${quiet ? 'text-quiet' : ''}`}
    >
      <span className="mt-0.5 flex shrink-0">{icon}</span>
      <bdi className="min-w-0 wrap-break-word">{name}</bdi>
    </span>
  )
}
