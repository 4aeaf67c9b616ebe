import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { Chapter } from './chapter.tsx'
import { RULE_NUMBERS } from './rule-words.ts'
import { WindowLine } from './window-line.tsx'

const step = (score: number) => ({
  lit: true,
  content: <span className="figures pb-1 text-4xl font-extrabold">{count(score)}</span>,
})

export function VoteChapter() {
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
