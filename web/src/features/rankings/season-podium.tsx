import { Link } from '@tanstack/react-router'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { withSoftHyphens } from '@tribune/french/format/soft-hyphens.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { Face } from '../../ui/picture.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'

interface SeasonPodiumProps {
  readonly rows: readonly SeasonRow[]
  /** A past season, in which their pages open; the open one if undefined. */
  readonly season?: number | undefined
}

/** The first three of the season on the steps. A step that a tie skips, or that no player has reached, stays unlit. */
export function SeasonPodium({ rows, season }: SeasonPodiumProps) {
  const holdersOf = (place: number) => rows.filter((row) => row.rank === place)
  const short = familyNamesAmong(POSITIONS.flatMap((place) => holdersOf(place)[0]?.player_name ?? []))
  const step = (place: number) => {
    const holders = holdersOf(place)
    const [first] = holders
    return {
      lit: first !== undefined,
      content:
        first === undefined ? null : (
          <Holder row={first} name={short(first.player_name)} tied={holders.length - 1} season={season} />
        ),
    }
  }
  return <PodiumSteps label={rankings.podium} steps={{ 1: step(1), 2: step(2), 3: step(3) }} />
}

interface HolderProps extends Pick<SeasonPodiumProps, 'season'> {
  readonly row: SeasonRow
  /** The player's name, as written on the step. */
  readonly name: string
  readonly tied: number
}

function Holder({ row, name, tied, season }: HolderProps) {
  return (
    <Link
      to="/player/$id"
      params={{ id: row.player_id }}
      search={{ season }}
      className="season-holder w-full min-w-0 rounded-inner text-center"
    >
      <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={56} />
      <bdi className="line-clamp-2 max-w-full text-[min(0.833rem,5.6cqw)] leading-tight font-bold text-balance hyphens-manual [overflow-wrap:anywhere]">
        {withSoftHyphens(name)}
      </bdi>
      {tied > 0 && <span className="-mt-1 text-sm leading-[1rem] text-quiet">{rankings.tied(count(tied))}</span>}
      <span className="figures text-lg leading-[1.25rem] font-extrabold">{count(row.total_points)}</span>
    </Link>
  )
}
