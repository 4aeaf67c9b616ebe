import { useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useLocation } from '@tanstack/react-router'
import { BALLOT_POINTS } from '@tribune/domain/ballots/tally.ts'
import { VOTE_CLOSING_MINUTES, VOTE_OPENING_MINUTE } from '@tribune/domain/ballots/voting-window.ts'
import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { COUNTING_RULE_VERSION, POINT_SCALE, pointsFor } from '@tribune/domain/results/points.ts'
import { MIN_BALLOTS_FOR_VOTES } from '@tribune/domain/results/ranking.ts'
import { coefficient, count, ordinal } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { useId, useState } from 'react'
import { activeCompetitionsQuery, type Competition } from '../../data/competitions.ts'
import { PlaceBadge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Select } from '../../ui/select.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { BackButton } from '../../ui/top-bar.tsx'
import { Chapter } from './chapter.tsx'
import { CoefficientChapter } from './coefficient-chapter.tsx'

const NONE: readonly Competition[] = []

/** Numbers in the sentences of this page, taken from the rules that the server applies. */
const RULE_NUMBERS = {
  opening: VOTE_OPENING_MINUTE,
  closing: VOTE_CLOSING_MINUTES,
  ballot: BALLOT_POINTS,
  minBallots: MIN_BALLOTS_FOR_VOTES,
  ranks: POINT_SCALE.length,
} as const

/** Points: how votes become places in the season ranking. */
export function PointsPage() {
  const query = useQuery(activeCompetitionsQuery)
  return (
    <>
      <ScreenTitle>{points.title}</ScreenTitle>
      <Head />
      <Contents />
      <div className="gutter mx-auto grid max-w-page gap-12 pt-6 wide:grid-cols-2 wide:gap-x-16">
        <VoteChapter />
        <Chapter id={points.scale.id} title={points.scale.title}>
          <p>{points.scale.text}</p>
          <Scale competitions={query.data?.items ?? NONE} />
        </Chapter>
        <CoefficientChapter query={query} />
        <div className="flex min-w-0 flex-col gap-12">
          <WorldChapter />
          <TransparencyChapter />
        </div>
      </div>
      <FootBar />
    </>
  )
}

/** The header. Has a back button only for a fan who came from a match, not from the tabs. */
function Head() {
  const canGoBack = useCanGoBack()
  const { hash } = useLocation()
  const [cameForChapter] = useState(hash !== '')
  return (
    <header className="relative overflow-hidden pt-(--notch) wide:pt-0">
      <StandRows />
      <div className="gutter relative mx-auto max-w-page pt-4 pb-4 wide:pt-8">
        <div className="flex items-center gap-1">
          {canGoBack && cameForChapter && <BackButton />}
          <h1 className="text-3xl">{points.title}</h1>
        </div>
        <p className="mt-2 max-w-[560px] text-quiet">{points.lead}</p>
      </div>
    </header>
  )
}

const CHAPTERS = [points.vote, points.scale, points.coefficients, points.world, points.transparency] as const

/** The table of chapters, always in reach. */
function Contents() {
  return (
    <nav aria-label={points.contents} className="sticky top-(--notch) z-10 border-b border-line bg-ground">
      <ul className="gutter mx-auto flex max-w-page [scrollbar-width:none] gap-2 overflow-x-auto py-1.5">
        {CHAPTERS.map(({ id, short }) => (
          <li key={id} className="shrink-0">
            <Link
              to="/points"
              hash={id}
              replace
              className="target flex items-center rounded-full border border-line bg-surface px-4 font-semibold hover:bg-raised"
            >
              {short}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function WorldChapter() {
  const { world } = points
  return (
    <Chapter id={world.id} title={world.title}>
      <p>{world.text}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <p>{world.ties}</p>
        <ol className="mt-2 flex list-decimal flex-col gap-1 pl-6 marker:font-bold">
          {world.tieBreaks.map((tieBreak) => (
            <li key={tieBreak}>{tieBreak}</li>
          ))}
        </ol>
        <p className="mt-2 text-quiet">{world.shared}</p>
      </div>
      <ButtonLink to="/rankings" className="self-start">
        {world.action}
      </ButtonLink>
    </Chapter>
  )
}

/** The rule as published, with its version, and how to check a result by hand. */
function TransparencyChapter() {
  const { transparency: words } = points
  const example = words.example(RULE_NUMBERS)
  return (
    <Chapter id={words.id} title={words.title}>
      <p>{words.text}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <h3 className="text-lg">{words.ruleTitle(COUNTING_RULE_VERSION)}</h3>
        <dl className="mt-3 flex flex-col divide-y divide-line">
          {words.rule(RULE_NUMBERS).map(([name, text]) => (
            <div key={name} className="py-3 first:pt-0">
              <dt className="font-bold">{name}</dt>
              <dd className="text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="border-t border-line pt-3 text-sm text-quiet">{words.versioned}</p>
      </div>
      <h3 className="text-lg">{words.checkTitle}</h3>
      <p>{words.check}</p>
      <p className="flex flex-col gap-1 rounded-card bg-board p-4 text-on-board">
        <span className="text-sm text-board-quiet">{example.places}</span>
        <span className="figures text-2xl font-extrabold">{example.sum}</span>
      </p>
      <p>{words.recount}</p>
      <ButtonLink to="/comptage" className="self-start">
        {common.howWeCount}
      </ButtonLink>
    </Chapter>
  )
}

const step = (score: number) => ({
  lit: true,
  content: <span className="figures pb-1 text-4xl font-extrabold">{count(score)}</span>,
})

function VoteChapter() {
  const { vote } = points
  const [first, second, third] = RULE_NUMBERS.ballot
  return (
    <Chapter id={vote.id} title={vote.title}>
      <p>{vote.window(RULE_NUMBERS)}</p>
      <WindowLine />
      <ol className="flex flex-col gap-3">
        {vote.steps.map((text, index) => (
          <li key={text} className="flex gap-3">
            <span
              aria-hidden="true"
              className="figures flex size-7 shrink-0 items-center justify-center rounded-inner bg-raised text-lg font-extrabold"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{text}</span>
          </li>
        ))}
      </ol>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5 pt-4">
        <p>{vote.ballot(RULE_NUMBERS)}</p>
        <div className="mx-auto w-full max-w-[300px]">
          <PodiumSteps label={vote.ballotLabel} steps={{ 1: step(first), 2: step(second), 3: step(third) }} />
        </div>
      </div>
      <p className="flex items-center gap-4 rounded-card bg-board px-5 py-4 text-on-board">
        <span className="figures shrink-0 text-4xl font-extrabold whitespace-nowrap">{vote.xp(XP_PER_BALLOT)}</span>
        <span className="text-board-quiet">{vote.xpText}</span>
      </p>
    </Chapter>
  )
}

const { line, phases } = points.vote

/** Shows when the vote is open in the course of a match. Decorative, because the sentence above says the same. */
function WindowLine() {
  return (
    <div aria-hidden="true" className="pt-1">
      <div className="grid grid-cols-[2fr_3fr_minmax(max-content,1fr)] gap-1 text-center text-sm font-semibold">
        <span className="truncate rounded-l-full bg-raised px-2 py-1.5 text-quiet">{phases.before}</span>
        <span className="truncate bg-action px-2 py-1.5 text-on-action">{phases.open}</span>
        <span className="truncate rounded-r-full bg-raised px-2 py-1.5 text-quiet">{phases.after}</span>
      </div>
      <div className="figures relative mt-1 h-6 text-lg font-bold">
        <span className="absolute left-0">{line.start}</span>
        <span className="absolute left-[33.3%] -translate-x-1/2">{line.opening(RULE_NUMBERS.opening)}</span>
        <span className="absolute left-[55%] -translate-x-1/2">{line.whistle}</span>
        <span className="absolute left-[83.3%] -translate-x-1/2 whitespace-nowrap">
          {line.closing(RULE_NUMBERS.closing)}
        </span>
      </div>
    </div>
  )
}

interface ScaleProps {
  readonly competitions: readonly Competition[]
}

/** The ten ranks and their points, as bars: the basic scale, or that of a competition of the fan's choice. */
function Scale({ competitions }: ScaleProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const fieldId = useId()
  const factor = competitions.find(({ id }) => id === picked)?.coefficient ?? 1
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor={fieldId} className="text-sm text-quiet">
          {points.scale.pick}
        </label>
        <Select
          size="page"
          id={fieldId}
          value={picked ?? ''}
          onChoose={(value) => setPicked(value === '' ? null : Number(value))}
        >
          <option value="">{points.scale.plain}</option>
          {competitions.map(({ id, name, coefficient: value }) => (
            <option key={id} value={id}>
              {points.scale.choice(name, coefficient(value))}
            </option>
          ))}
        </Select>
      </div>
      <ScaleTable factor={factor} />
    </>
  )
}

function ScaleTable({ factor }: { readonly factor: number }) {
  const best = pointsFor(1, factor)
  return (
    <table className="w-full border-separate border-spacing-y-1">
      <caption className="sr-only">{points.scale.label}</caption>
      <thead className="sr-only">
        <tr>
          <th>{points.scale.rank}</th>
          <th>{points.scale.points}</th>
        </tr>
      </thead>
      <tbody>
        {POINT_SCALE.map((_, index) => {
          const earned = pointsFor(index + 1, factor)
          return (
            <tr key={ordinal(index + 1)}>
              <td className="w-9 pr-2">
                <PlaceBadge place={index + 1} label={ordinal(index + 1)} size="sm" />
              </td>
              <td>
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="amount h-2 rounded-full bg-quiet"
                    style={{ width: `${(earned / best) * 80}%` }}
                  />
                  <span className="figures text-lg leading-6 font-bold">{count(earned)}</span>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
