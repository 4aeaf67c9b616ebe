import type { MatchPlayerPoints, MatchScreen } from '@tribune/contract/matches.ts'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { coefficient, count, ordinal, rating } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { result, counting as words } from '@tribune/french/sentences/match.ts'
import { recountTitle } from '@tribune/french/sentences/result.ts'
import { TOP_RANKING_LIMIT } from '@tribune/protocol/read-limits.ts'
import { useId, useState } from 'react'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Number of rows up to which they are not folded. */
const FEW = 3

interface CountDialogProps {
  readonly screen: MatchScreen
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The public count: the rule with its version, and the figures of every player who has any. */
export function CountDialog({ screen, open, onOpenChange }: CountDialogProps) {
  const { match, result: published } = screen
  const isByVotes = published.source === 'votes'
  const value = match.competition_coefficient
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={result.howCounted}
      description={result.rule(published.rule_version)}
    >
      <div className="flex flex-col gap-4">
        <p>{isByVotes ? words.byVotes : words.byRatings}</p>
        {isCoefficientShown(value) && <p>{words.multiplied(coefficient(value))}</p>}
        <Figures screen={screen} isByVotes={isByVotes} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/points" hash="transparence">
            {common.howItWorks}
          </ButtonLink>
          <ButtonLink to="/comptage">{common.howWeCount}</ButtonLink>
          <ButtonLink to="/match/$id/decompte" params={{ id: match.match_id }}>
            {recountTitle}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}

interface Column {
  readonly title: string
  readonly value: (row: MatchPlayerPoints) => string
}

function Figures({ screen: { players, ranking }, isByVotes }: { screen: MatchScreen; isByVotes: boolean }) {
  const ratingOf = (id: number) => players.find(({ player_id }) => player_id === id)?.rating ?? null
  const columns = isByVotes ? VOTES : [ratings(ratingOf), POINTS]
  const { first, rest } = foldCount(ranking)
  const [open, setOpen] = useState(false)
  const restId = useId()
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{words.table}</caption>
        <thead className="text-quiet">
          <tr>
            <th scope="col" className="py-1 pr-3 text-left font-normal">
              <span aria-hidden="true">#</span>
              <span className="sr-only">{words.columns.rank}</span>
            </th>
            <th scope="col" className="w-full text-left font-normal">
              {words.columns.player}
            </th>
            {columns.map(({ title }) => (
              <th key={title} scope="col" className="pl-3 text-right font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <Rows rows={first} columns={columns} />
        {rest.length > 0 && <Rows rows={rest} columns={columns} id={restId} hidden={!open} />}
      </table>
      {rest.length > 0 && (
        <Button tone="quiet" aria-expanded={open} aria-controls={restId} onClick={() => setOpen(!open)}>
          {open ? words.foldRest : words.showRest(rest.length)}
        </Button>
      )}
    </>
  )
}

interface RowsProps {
  readonly rows: readonly MatchPlayerPoints[]
  readonly columns: readonly Column[]
  readonly id?: string
  readonly hidden?: boolean
}

function Rows({ rows, columns, id, hidden }: RowsProps) {
  return (
    <tbody id={id} hidden={hidden}>
      {rows.map((row) => (
        <tr key={row.player_id} className="border-t border-line">
          <td className="figures py-1.5 pr-3 text-base font-bold">{row.rank}</td>
          <th scope="row" className="max-w-0 truncate text-left font-semibold">
            <bdi>{row.player_name}</bdi>
          </th>
          {columns.map(({ title, value }) => (
            <td key={title} className="figures pl-3 text-right text-base last:font-bold">
              {value(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

const POINTS: Column = { title: words.columns.points, value: ({ points }) => count(points) }
const VOTES: readonly Column[] = [
  { title: ordinal(1), value: ({ firsts }) => count(firsts) },
  { title: ordinal(2), value: ({ seconds }) => count(seconds) },
  { title: ordinal(3), value: ({ thirds }) => count(thirds) },
  { title: words.columns.score, value: ({ score }) => count(score) },
  POINTS,
]

function ratings(ratingOf: (id: number) => number | null): Column {
  return {
    title: words.columns.rating,
    value: ({ player_id }) => {
      const value = ratingOf(player_id)
      return value === null ? '–' : rating(value)
    },
  }
}

/**
 * Divides a match's ranking after the ranks that earn points, including all who share the last of them. The rest is folded, unless it is only a few
 * rows.
 */
export function foldCount<Row extends { readonly rank: number }>(ranking: readonly Row[]) {
  const first = ranking.filter((row) => row.rank <= TOP_RANKING_LIMIT)
  const rest = ranking.slice(first.length)
  return rest.length <= FEW ? { first: ranking, rest: [] } : { first, rest }
}
