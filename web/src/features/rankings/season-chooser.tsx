import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { seasons as words } from '@tribune/french/sentences/seasons.ts'
import { seasonsQuery } from '../../data/seasons.ts'
import { SeasonSelect } from '../../ui/season-select.tsx'

interface SeasonChooserProps {
  /** Name and label of the season that is shown. */
  readonly shown: string
  /** Its id in the address; undefined for the open one. */
  readonly asked: number | undefined
}

/** The season's name; once past ones are known, the choice among them. Of one height, so that nothing moves when they come. */
export function SeasonChooser({ shown, asked }: SeasonChooserProps) {
  const { data = [] } = useQuery(seasonsQuery)
  const navigate = useNavigate()
  if (data.length < 2) return shown
  return (
    <SeasonSelect
      seasons={data}
      asked={asked}
      onAsk={(season) => navigate({ to: '/rankings', search: { season }, resetScroll: false })}
      on="ground"
    />
  )
}

/** Names the champions of a finished season. */
export function Champion({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(seasonsQuery)
  const champions = data.find((season) => season.id === id)?.champions ?? []
  if (champions.length === 0) return null
  const names = champions.map(({ player_name }) => player_name).join(', ')
  return (
    <p className="mb-3 font-semibold [overflow-wrap:anywhere]">
      {champions.length === 1 ? words.champion(names) : words.champions(names)}
    </p>
  )
}
