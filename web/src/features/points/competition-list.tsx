import type { UseQueryResult } from '@tanstack/react-query'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { coefficient, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { points } from '@tribune/french/sentences/points.ts'
import type { Competition } from '../../data/competitions.ts'
import { EXPLAINED_COMPETITIONS } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Crest } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FollowButton } from '../follows/follow-button.tsx'

interface CompetitionListProps {
  readonly query: UseQueryResult<{ readonly items: readonly Competition[] }>
}

/** The competitions with the highest coefficients, and the points for winning one of their matches. */
export function CompetitionList({ query }: CompetitionListProps) {
  const competitions = query.data?.items
  if (competitions === undefined && query.isError) {
    return (
      <Notice lit={0} actions={<Button onClick={() => query.refetch()}>{common.retry}</Button>}>
        {points.coefficients.failed}
      </Notice>
    )
  }
  if (competitions === undefined) return <Waiting />
  if (competitions.length === 0) return <Notice>{points.coefficients.empty}</Notice>
  return (
    <ul aria-label={points.coefficients.list} className="flex flex-col gap-2">
      {competitions.map((competition) => (
        <CompetitionRow key={competition.id} competition={competition} />
      ))}
    </ul>
  )
}

function CompetitionRow({ competition }: { readonly competition: Competition }) {
  const { id, name, logo, coefficient: value } = competition
  return (
    <li className="flex items-center gap-3 rounded-card border border-line bg-surface p-3">
      <Crest name={name} id={id} src={logo} size={40} />
      <span className="min-w-0 flex-1">
        <bdi className="line-clamp-2 font-bold">{name}</bdi>
        <span className="block text-sm text-quiet">
          {points.coefficients.first(plural(expectedTopPoints(value), nouns.point))}
        </span>
      </span>
      {isCoefficientShown(value) && (
        <span className="figures text-2xl font-extrabold">
          <span aria-hidden="true" className="text-quiet">
            ×
          </span>
          {coefficient(value)}
        </span>
      )}
      <FollowButton target={{ kind: 'competition', id, name, picture: logo }} className="-mr-2 -ml-1" />
    </li>
  )
}

const ROWS = Array.from({ length: EXPLAINED_COMPETITIONS }, (_, row) => row)

function Waiting() {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{common.loading}</span>
      {ROWS.map((row) => (
        <Skeleton key={row} className="h-[70px] w-full" />
      ))}
    </div>
  )
}
