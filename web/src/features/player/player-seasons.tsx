import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ordinal, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import { useId } from 'react'
import { playerSeasonsQuery } from '../../data/players.ts'

/** The finished seasons in which a player has points. Nothing waits for them, and their failure is not shown. */
export function PlayerSeasons({ id }: { readonly id: number }) {
  const { data = [] } = useQuery(playerSeasonsQuery(id))
  const title = useId()
  const past = data.filter(({ open }) => !open)
  if (past.length === 0) return null
  return (
    <section aria-labelledby={title} className="mt-6">
      <h2 id={title} className="mb-2 text-lg">
        {words.pastSeasons}
      </h2>
      <ul className="flex flex-col gap-2">
        {past.map(({ season_id, name, label, rank, total_points, matches_played }) => (
          <li key={season_id}>
            <Link
              to="/rankings"
              search={{ season: season_id }}
              className="target flex flex-wrap justify-between gap-x-4 rounded-card border border-line bg-surface px-3 py-2 hover:bg-raised"
            >
              <span className="font-bold [overflow-wrap:anywhere]">{words.season(name, label)}</span>
              <span className="text-quiet">
                {words.seasonLine(
                  ordinal(rank),
                  plural(total_points, nouns.point),
                  plural(matches_played, nouns.match),
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
