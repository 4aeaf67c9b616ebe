import { Link } from '@tanstack/react-router'
import { matchLinks as words } from '@tribune/french/sentences/operator/diagnostics.ts'

type Place = 'match' | 'check' | 'ballots' | 'recalculation' | 'reporting'

interface MatchLinksProps {
  readonly id: number
  /** The screen that shows them, which needs no link to itself. */
  readonly at?: Place
}

const LINK = 'target inline-flex items-center underline underline-offset-4'

/** Leads the operator from one match to everything that the area shows of it. */
export function MatchLinks({ id, at }: MatchLinksProps) {
  const diagnostics = { tab: 'diagnostics', match: id } as const
  return (
    <nav aria-label={words.label(id)} className="flex flex-wrap gap-x-5">
      {at !== 'match' && (
        <Link to="/match/$id" params={{ id }} className={LINK}>
          {words.match}
        </Link>
      )}
      {at !== 'check' && (
        <Link to="/admin" search={diagnostics} hash="check" className={LINK}>
          {words.check}
        </Link>
      )}
      {at !== 'ballots' && (
        <Link to="/admin/ballots" search={{ match: id }} className={LINK}>
          {words.ballots}
        </Link>
      )}
      {at !== 'recalculation' && (
        <Link to="/admin" search={diagnostics} hash="match" className={LINK}>
          {words.recalculation}
        </Link>
      )}
      {at !== 'reporting' && (
        <Link to="/admin" search={{ tab: 'reporting', match: id }} className={LINK}>
          {words.reporting}
        </Link>
      )}
      <Link to="/admin/journal" search={{ subject: `match:${id}` }} className={LINK}>
        {words.journal}
      </Link>
    </nav>
  )
}
