import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { player as words } from '@tribune/french/sentences/player.ts'
import { playerSeasonsQuery } from '../../data/players.ts'
import { seasonsQuery } from '../../data/seasons.ts'
import { SeasonSelect } from '../../ui/season-select.tsx'

interface SeasonLineProps {
  readonly id: number
  /** Id of the season in the address; undefined for the open one. */
  readonly asked: number | undefined
}

/** The season of the figures; the choice among the player's own once it is known that there are past ones. Its failure is not shown. */
export function SeasonLine({ id, asked }: SeasonLineProps) {
  const { data: all = [] } = useQuery(seasonsQuery)
  const { data: own = [] } = useQuery(playerSeasonsQuery(id))
  const navigate = useNavigate()
  const played = new Set(own.map(({ season_id }) => season_id))
  const offered = all.filter((season) => season.open || season.id === asked || played.has(season.id))
  const [only] = offered
  if (only === undefined) return null
  if (offered.length < 2) return <span className="block truncate">{words.season(only.name, only.label)}</span>
  return (
    <SeasonSelect
      seasons={offered}
      asked={asked}
      onAsk={(season) => navigate({ to: '/player/$id', params: { id }, search: { season }, resetScroll: false })}
      on="board"
    />
  )
}
