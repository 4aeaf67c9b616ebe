import { Link } from '@tanstack/react-router'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { rankings } from '../../i18n/fr-rankings.ts'
import { familyName } from '../../lib/format/names.ts'
import { count } from '../../lib/format/numbers.ts'
import { Face } from '../../ui/picture.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'

/** The first three of the season on the steps. A step that a tie left out, or that nobody has reached, stays unlit. */
export function SeasonPodium({ rows }: { readonly rows: readonly SeasonRow[] }) {
  const step = (place: number) => {
    const holders = rows.filter((row) => row.rank === place)
    const [first] = holders
    return {
      lit: first !== undefined,
      content: first === undefined ? null : <Holder row={first} tied={holders.length - 1} />,
    }
  }
  return <PodiumSteps label={rankings.podium} steps={{ 1: step(1), 2: step(2), 3: step(3) }} />
}

function Holder({ row, tied }: { readonly row: SeasonRow; readonly tied: number }) {
  return (
    <Link
      to="/player/$id"
      params={{ id: String(row.player_id) }}
      className="flex w-full min-w-0 flex-col items-center gap-1 rounded-inner pb-2 text-center"
    >
      <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={56} />
      <bdi className="w-full truncate text-sm font-bold">{familyName(row.player_name)}</bdi>
      {tied > 0 && <span className="text-sm leading-4 text-quiet">{rankings.tied(count(tied))}</span>}
      <span className="figures text-lg leading-5 font-extrabold">{count(row.total_points)}</span>
    </Link>
  )
}
