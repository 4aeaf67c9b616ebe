import { Link } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { chart as words } from '@tribune/french/sentences/player.ts'
import { Crest } from '../../ui/picture.tsx'
import { Earned } from './earned.tsx'
import { rivalOf, scoreOf } from './match-words.ts'

/** The chosen match in words, and the way to it. Its height never changes. */
export function ChartReadout({ match }: { readonly match: PlayerMatch }) {
  const { name, logo } = rivalOf(match)
  return (
    <Link
      to="/match/$id"
      params={{ id: match.match_id }}
      className="flex h-[68px] items-center gap-3 rounded-inner bg-raised px-3 hover:underline"
    >
      <Crest name={name} src={logo} size={36} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-bold">
          <bdi>{name}</bdi>
        </span>
        <span className="truncate text-sm text-quiet">
          {shortDay(match.match_date)} · {words.where[match.player_side](scoreOf(match))}
        </span>
      </span>
      <Earned match={match} />
    </Link>
  )
}
