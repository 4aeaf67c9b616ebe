import { Link } from '@tanstack/react-router'
import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { rankings } from '../../i18n/fr-rankings.ts'
import { familyName } from '../../lib/names.ts'
import { count } from '../../lib/numbers.ts'
import { Face } from '../../ui/picture.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'

/** The first three of the season on the steps. Rows with fewer players leave steps unlit. */
export function SeasonPodium({ rows }: { readonly rows: readonly SeasonRow[] }) {
  const step = (row: SeasonRow | undefined) => ({
    lit: row !== undefined,
    content: row === undefined ? null : <Holder row={row} />,
  })
  return <PodiumSteps label={rankings.podium} steps={{ 1: step(rows[0]), 2: step(rows[1]), 3: step(rows[2]) }} />
}

function Holder({ row }: { readonly row: SeasonRow }) {
  return (
    <Link
      to="/player/$id"
      params={{ id: String(row.player_id) }}
      className="flex w-full min-w-0 flex-col items-center gap-1 rounded-inner pb-2 text-center"
    >
      <Face name={row.player_name} id={row.player_id} src={row.photo_url} size={56} />
      <span className="w-full truncate text-sm font-bold">{familyName(row.player_name)}</span>
      <span className="figures text-lg leading-5 font-extrabold">{count(row.total_points)}</span>
    </Link>
  )
}
