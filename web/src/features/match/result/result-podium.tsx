import { Link } from '@tanstack/react-router'
import type { LineupPlayer, MatchPlayerPoints, MatchScreen } from '@tribune/contract/matches.ts'
import { POSITIONS, type Position } from '@tribune/domain/ballots/podium.ts'
import { msOf } from '@tribune/domain/common/instant.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import { hour, relativeDay } from '@tribune/french/format/dates.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { result as words } from '@tribune/french/sentences/match.ts'
import { Scale } from 'lucide'
import { Fragment, useLayoutEffect, useState } from 'react'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { Later } from '../../../lib/list/later-part.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Face } from '../../../ui/picture.tsx'
import { PodiumSteps } from '../../../ui/podium-steps.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { KitLine } from '../board/kit-line.tsx'
import { countDialog } from '../later-parts.ts'

/** Matches whose steps have been animated, which happens once. */
const risen = new Set<number>()

interface ResultProps {
  readonly screen: MatchScreen
}

/** The result of the vote: the three steps, and how it was counted. */
export function ResultCard({ screen }: ResultProps) {
  const { match, players, ranking, result } = screen
  const [rising, setRising] = useState(() => !risen.has(match.match_id))
  if (ranking.length > 0) risen.add(match.match_id)
  // Ends the animation when the screen is hidden while the next one loads. Otherwise the animation would start again for a fan who turns back. In
  // development, strict mode hides the screen immediately, so nothing rises.
  useLayoutEffect(() => () => setRising(false), [])
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{words.title}</h2>
        {provisionalUntil(screen) !== null && <StatusBadge tone="warn">{words.provisional}</StatusBadge>}
      </div>
      {ranking.length > 0 ? (
        <div className="overflow-hidden">
          <PodiumSteps label={words.podium} steps={stepsOf(ranking, players)} rising={rising} />
        </div>
      ) : (
        <p>{words.noRatings(MIN_BALLOTS_FOR_VOTES)}</p>
      )}
      {result.source === 'ratings_fallback' && (
        <p className="text-sm text-quiet">{words.ratingsHint(MIN_BALLOTS_FOR_VOTES)}</p>
      )}
      <Count screen={screen} />
    </section>
  )
}

const LINK = 'target inline-flex items-center rounded-inner px-2 text-quiet underline'

/** Shows the basis of the result, and a button that opens the count. */
function Count({ screen }: ResultProps) {
  const { ranking, result } = screen
  const hasAside = result.ballots_set_aside !== undefined || provisionalUntil(screen) !== null
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap gap-2">
        {result.source !== null && <StatusBadge>{result.source === 'votes' ? words.votes : words.ratings}</StatusBadge>}
        {result.voters !== null && <StatusBadge>{plural(result.voters, nouns.voter)}</StatusBadge>}
      </p>
      {hasAside && <Aside screen={screen} />}
      <div className="-mx-2 -mb-2 flex flex-wrap items-center justify-between text-sm">
        <Link to="/points" className={LINK}>
          {words.rule(result.rule_version)}
        </Link>
        {hasAside && (
          <Link to="/comptage" className={LINK}>
            {common.howWeCount}
          </Link>
        )}
        {ranking.length > 0 && (
          <Button tone="quiet" className="px-2" onClick={() => setOpen(true)}>
            <Icon of={Scale} size={18} />
            {words.seeCount}
          </Button>
        )}
      </div>
      {open && (
        <Later part={countDialog} onOffline={() => setOpen(false)}>
          {(CountDialog) => <CountDialog screen={screen} open={open} onOpenChange={setOpen} />}
        </Later>
      )}
    </div>
  )
}

/** Shows how many ballots were set aside, until when a provisional result is examined, and the first three with all ballots. */
function Aside({ screen }: ResultProps) {
  const { result } = screen
  const { ballots_set_aside: aside, first_with_all: all = [] } = result
  const until = provisionalUntil(screen)
  const short = familyNamesAmong(all.map(({ player_name }) => player_name))
  return (
    <div className="mt-1 flex flex-col gap-1 text-sm">
      {until !== null && <p>{words.provisionalUntil(relativeDay(until, serverNow()), hour(until))}</p>}
      {all.length > 0 && (
        <p>
          {words.withAll}
          {all.map(({ player_id, player_name }, index) => (
            <Fragment key={player_id}>
              {index > 0 ? ', ' : ' '}
              <bdi className="font-semibold">{short(player_name)}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {aside !== undefined && (
        <p className="text-quiet">{words.setAside(plural(result.voters ?? 0, ...words.ballot), count(aside))}</p>
      )}
    </div>
  )
}

/** Returns until when the operator looks at what was set aside; null for a final result. A cached answer may be older than that. */
export function provisionalUntil({ result: { provisional_until: until } }: MatchScreen): string | null {
  return until !== undefined && msOf(until) > serverNow().getTime() ? until : null
}

type Ranked = Pick<MatchPlayerPoints, 'player_id' | 'player_name' | 'rank' | 'points'>

/** Returns the players of each step: all who share its rank. A rank that a tie skips stays empty. */
export function stepsOf(ranking: readonly Ranked[], players: readonly LineupPlayer[]) {
  const holdersOf = (place: Position) => ranking.filter(({ rank }) => rank === place)
  const shown = POSITIONS.flatMap((place) => holdersOf(place).slice(0, MAX_ON_STEP))
  const short = familyNamesAmong(shown.map(({ player_name }) => player_name))
  const step = (place: Position) => {
    const holders = holdersOf(place)
    return { lit: holders.length > 0, content: <Holders holders={holders} players={players} short={short} /> }
  }
  const [first, second, third] = POSITIONS
  return { [first]: step(first), [second]: step(second), [third]: step(third) } as Record<
    Position,
    ReturnType<typeof step>
  >
}

/** Maximum number of players shown on a step; if there are more, only their number is. */
const MAX_ON_STEP = 2

interface HoldersProps {
  readonly holders: readonly Ranked[]
  readonly players: readonly LineupPlayer[]
  readonly short: (name: string) => string
}

function Holders({ holders, players, short }: HoldersProps) {
  const [first] = holders
  if (first === undefined) return null
  const shown = holders.slice(0, MAX_ON_STEP)
  const more = holders.length - shown.length
  const inLineup = (id: number) => players.find(({ player_id }) => player_id === id)
  return (
    <div className="flex w-full min-w-0 flex-col items-center gap-0.5 pb-1 text-center">
      <div className="flex justify-center">
        {shown.map(({ player_id, player_name }) => (
          <Link key={player_id} to="/player/$id" params={{ id: player_id }} className="relative flex rounded-inner">
            <span className="sr-only">{player_name}</span>
            <Face
              name={player_name}
              id={player_id}
              src={inLineup(player_id)?.photo_url ?? null}
              size={holders.length > 1 ? 44 : 52}
            />
            <KitLine
              side={inLineup(player_id)?.side}
              className="absolute inset-x-2 -bottom-[3px] h-[3px] rounded-full"
            />
          </Link>
        ))}
      </div>
      {shown.map(({ player_id, player_name }) => (
        <bdi key={player_id} aria-hidden="true" className="line-clamp-2 max-w-full text-sm leading-tight font-bold">
          {short(player_name)}
        </bdi>
      ))}
      {holders.length > 1 && (
        <span className="text-sm leading-4 text-quiet">{more > 0 ? `+${count(more)} ${words.tied}` : words.tied}</span>
      )}
      <span className="figures text-xl leading-6 font-extrabold">{words.points(count(first.points))}</span>
    </div>
  )
}
