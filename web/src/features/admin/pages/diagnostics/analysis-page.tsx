import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count, ordinal } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { choice, columns, values, analysis as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import { Fragment } from 'react'
import {
  type FoundPlayer,
  playersByNameQuery,
  playerTotalsQuery,
  storedSeasonQuery,
} from '../../../../data/operator/pages.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Face } from '../../../../ui/picture.tsx'
import { ANY_PLAYER } from '../../admin-address.ts'
import { SelectField } from '../../fields.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { NameForm, NameLink } from '../parts/choices.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Reading } from '../parts/reading.tsx'
import { historyBySeason } from './diagnostic-rows.ts'
import { PlayerTotals } from './player-totals.tsx'

const LEADERS = 5
const route = getRouteApi('/{$name}-analysis')

/** One player's match points against their stored season totals; the address names them (spec section 2, "Developer test pages"). */
export function AnalysisPage() {
  const { name } = route.useParams()
  const asked = nameKey(name)
  const isAnybody = asked === '' || asked === ANY_PLAYER
  return (
    <DiagnosticFrame title={pageNames['/{$name}-analysis']} intro={words.intro}>
      <Fragment key={asked}>
        <NameForm name={isAnybody ? '' : asked} />
        {isAnybody ? <Leaders notice={words.invitation} /> : <Found name={asked} />}
      </Fragment>
    </DiagnosticFrame>
  )
}

function Found({ name }: { readonly name: string }) {
  const found = useQuery(playersByNameQuery(name))
  const { player } = route.useSearch()
  return (
    <Reading of={found}>
      {(players) => {
        const chosen = players.find(({ id }) => id === player) ?? players[0]
        if (chosen === undefined) return <Leaders notice={words.nobody(name)} />
        return (
          <>
            {players.length > 1 && <Choice players={players} chosen={chosen} />}
            <Player player={chosen} />
          </>
        )
      }}
    </Reading>
  )
}

/** The first players of the season, below the reason why no player is shown. */
function Leaders({ notice }: { readonly notice: string }) {
  const season = useQuery(storedSeasonQuery(LEADERS))
  return (
    <>
      <Notice>{notice}</Notice>
      <Section title={words.leaders}>
        <Reading of={season}>
          {(rows) => (
            <ul>
              {rows.map(({ player_id, player_name }) => (
                <li key={player_id} className="border-b border-line last:border-0">
                  <NameLink id={player_id} name={player_name} />
                </li>
              ))}
            </ul>
          )}
        </Reading>
      </Section>
    </>
  )
}

function Choice({ players, chosen }: { readonly players: readonly FoundPlayer[]; readonly chosen: FoundPlayer }) {
  const navigate = route.useNavigate()
  const choose = (id: string) => void navigate({ to: '.', search: { player: Number(id) }, replace: true })
  return (
    <Section title={words.several}>
      <SelectField
        label={words.chosen}
        value={String(chosen.id)}
        options={players.map(({ id, name, last_team }) => ({
          value: String(id),
          label: [name, last_team].filter(Boolean).join(' · '),
        }))}
        onChange={choose}
      />
    </Section>
  )
}

function Player({ player: { id, name, photo_url, last_team } }: { readonly player: FoundPlayer }) {
  return (
    <>
      <div className="flex items-center gap-3">
        <Face name={name} id={id} src={photo_url} size={56} />
        <div className="min-w-0">
          <h2 className="text-xl [overflow-wrap:anywhere]">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-quiet [overflow-wrap:anywhere]">{[last_team, String(id)].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <Section title={words.comparison}>
        <PlayerTotals id={id} />
      </Section>
      <Matches id={id} />
    </>
  )
}

function Matches({ id }: { readonly id: number }) {
  const totals = useQuery(playerTotalsQuery(id))
  return (
    <Section title={words.matches}>
      <Reading of={totals}>
        {({ history, seasons }) =>
          history.length === 0 ? (
            <Notice>{words.noMatches}</Notice>
          ) : (
            <div className="flex flex-col gap-6">
              {historyBySeason(history, seasons).map((part) => (
                <div key={part.season} className="flex min-w-0 flex-col gap-1">
                  <h3>{part.season}</h3>
                  <p className="text-quiet">{words.sum(part.points)}</p>
                  <MatchTable season={part.season} matches={part.matches} />
                </div>
              ))}
            </div>
          )
        }
      </Reading>
    </Section>
  )
}

function MatchTable({ season, matches }: { readonly season: string; readonly matches: readonly PlayerMatch[] }) {
  return (
    <DataTable
      caption={words.matchesOf(season)}
      rows={matches}
      keyOf={({ match_id }) => match_id}
      columns={[
        { head: columns.match, cell: (match) => choice.fixture(match.home_team, match.away_team) },
        { head: columns.day, cell: ({ match_date }) => shortDay(match_date) },
        {
          head: columns.minutes,
          figures: true,
          cell: ({ minutes_played: m }) => (m === null ? values.none : count(m)),
        },
        {
          head: columns.rank,
          figures: true,
          cell: ({ rank }) => (rank === null ? values.none : ordinal(rank)),
        },
        { head: columns.points, figures: true, cell: pointsWord },
        { head: columns.source, cell: sourceWord },
      ]}
    />
  )
}

function pointsWord({ published, points }: PlayerMatch): string {
  return published ? count(points) : values.none
}

function sourceWord({ published, source }: PlayerMatch): string {
  return published ? values.sources[source ?? 'unknown'] : words.unpublished
}
