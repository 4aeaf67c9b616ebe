import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { coefficient } from '@tribune/french/format/numbers.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { Fragment } from 'react'
import { type Competition, type PhaseWeight, phasesQuery } from '../../data/competitions.ts'
import { Chapter } from './chapter.tsx'
import { CompetitionList } from './competition-list.tsx'

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
