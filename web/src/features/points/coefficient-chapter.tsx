import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { coefficient, plural } from '@tribune/french/format/numbers.ts'
import { common, nouns } from '@tribune/french/sentences/app.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { Fragment } from 'react'
import { type Competition, type PhaseWeight, phasesQuery } from '../../data/competitions.ts'
import { EXPLAINED_COMPETITIONS } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Crest } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { Chapter } from './chapter.tsx'

const ROWS = Array.from({ length: EXPLAINED_COMPETITIONS }, (_, row) => row)

interface CoefficientChapterProps {
  readonly query: UseQueryResult<{ readonly items: readonly Competition[] }>
}

export function CoefficientChapter({ query }: CoefficientChapterProps) {
  const { coefficients: words } = points
  const phases = useQuery(phasesQuery).data?.items
  return (
    <Chapter id={words.id} title={words.title}>
      <p>{words.text}</p>
      <Formula />
      <div className="min-h-[3rem]">{phases !== undefined && <Phases weights={phases} />}</div>
      <h3 className="mt-2 text-lg">{words.list}</h3>
      <CompetitionList query={query} />
    </Chapter>
  )
}

/** Competition × phase × derby = match, in boxes. */
function Formula() {
  const { factors, product, formula } = points.coefficients
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-2 rounded-card border border-line bg-surface p-4 font-bold">
      <span className="sr-only">{`${formula} `}</span>
      {factors.map((factor, index) => (
        <Fragment key={factor}>
          {index > 0 && <span className="figures text-xl text-quiet">×</span>}
          <span className="rounded-inner bg-raised px-3 py-1.5">{factor}</span>
        </Fragment>
      ))}
      <span className="figures text-xl text-quiet">=</span>
      <span className="rounded-inner bg-board px-3 py-1.5 text-on-board">{product}</span>
    </p>
  )
}

/** The phases whose coefficient is not one, if any. */
function Phases({ weights }: { readonly weights: readonly PhaseWeight[] }) {
  const { plain, weighted, phases } = points.coefficients
  const unequal = weights.filter((weight) => weight.coefficient !== 1)
  if (unequal.length === 0) return <p className="text-quiet">{plain}</p>
  return (
    <>
      <p className="text-quiet">{weighted}</p>
      <ul className="mt-2 flex flex-wrap gap-2">
        {unequal.map((weight) => (
          <li key={weight.phase} className="rounded-full border border-line bg-surface px-3 py-1">
            {phases[weight.phase]}{' '}
            <span className="figures font-bold">
              ×{'\u00a0'}
              {coefficient(weight.coefficient)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

interface CompetitionListProps {
  readonly query: UseQueryResult<{ readonly items: readonly Competition[] }>
}

/** The competitions with the highest coefficients, and the points for winning one of their matches. */
function CompetitionList({ query }: CompetitionListProps) {
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
