import { useQuery } from '@tanstack/react-query'
import { COUNTING_RULE_VERSION } from '@tribune/domain/counting-rule.ts'
import type { ReactNode } from 'react'
import { points } from '../../i18n/fr-points.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { activeCompetitionsQuery, type Competition } from './api.ts'
import { CompetitionList } from './competition-list.tsx'
import { Scale } from './scale.tsx'

const NONE: readonly Competition[] = []

/** Points: how a vote becomes a place in the season. */
export function PointsPage() {
  const query = useQuery(activeCompetitionsQuery)
  return (
    <>
      <title>{`${points.title} — Tribune`}</title>
      <header className="relative overflow-hidden border-b border-line pt-[env(safe-area-inset-top)]">
        <StandRows />
        <div className="gutter relative mx-auto max-w-[1120px] pt-4 pb-5 wide:pt-8">
          <h1 className="text-3xl">{points.title}</h1>
        </div>
      </header>
      <div className="gutter mx-auto grid max-w-[1120px] gap-10 pt-6 wide:grid-cols-2 wide:gap-x-16">
        <VoteChapter />
        <Chapter title={points.scale.title}>
          <p>{points.scale.text}</p>
          <Scale competitions={query.data?.items ?? NONE} />
        </Chapter>
        <Chapter title={points.coefficients.title}>
          <p>{points.coefficients.text}</p>
          <CompetitionList query={query} />
        </Chapter>
        <div className="flex flex-col gap-10">
          <Chapter title={points.world.title}>
            <p>{points.world.text}</p>
            <ButtonLink to="/rankings" className="self-start">
              {points.world.action}
            </ButtonLink>
          </Chapter>
          <Transparency />
        </div>
      </div>
      <FootBar />
    </>
  )
}

function Chapter({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

const STEP = (score: string) => ({
  lit: true,
  content: <span className="figures pb-1 text-3xl font-extrabold">{score}</span>,
})

function VoteChapter() {
  return (
    <Chapter title={points.vote.title}>
      <ol className="flex flex-col gap-3">
        {points.vote.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span aria-hidden="true" className="figures w-5 shrink-0 text-xl leading-6 font-extrabold text-quiet">
              {index + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
      <div className="mx-auto w-full max-w-[300px]">
        <PodiumSteps label={points.vote.ballotLabel} steps={{ 1: STEP('5'), 2: STEP('3'), 3: STEP('1') }} />
      </div>
      <p className="text-quiet">{points.vote.ballot}</p>
    </Chapter>
  )
}

function Transparency() {
  return (
    <Chapter title={points.transparency.title}>
      <ul className="flex flex-col gap-3">
        {points.transparency.facts.map((fact) => (
          <li key={fact} className="border-l-2 border-line pl-3">
            {fact}
          </li>
        ))}
      </ul>
      <p className="text-sm text-quiet">{points.transparency.rule(COUNTING_RULE_VERSION)}</p>
    </Chapter>
  )
}
