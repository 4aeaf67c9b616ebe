import { derbyTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { type FoundTeam, teamsQuery } from '../../../data/operator/coefficients.ts'
import { Crest } from '../../../ui/picture.tsx'
import { SearchPicker } from '../search-picker.tsx'

interface TeamPickerProps {
  readonly label: string
  readonly team: FoundTeam | null
  readonly onPick: (team: FoundTeam | null) => void
}

/** One club of a derby. */
export function TeamPicker({ label, team, onPick }: TeamPickerProps) {
  return (
    <SearchPicker
      {...{ label, onPick, words }}
      chosen={team}
      query={teamsQuery}
      draw={(found) => <Club team={found} />}
    />
  )
}

function Club({ team: { id, name, logo, competition } }: { readonly team: FoundTeam }) {
  return (
    <>
      <Crest name={name} id={id} src={logo} size={32} />
      <span className="min-w-0 flex-1 leading-tight">
        <bdi className="block font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        {competition !== null && <span className="block text-sm text-quiet">{competition}</span>}
      </span>
    </>
  )
}
