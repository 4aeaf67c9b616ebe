import type { BallotGroup, BallotGroups, BallotStanding } from '@tribune/contract/operator/ballots.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { standings, ballots as words } from '@tribune/french/sentences/operator/ballots.ts'
import type { ComponentProps } from 'react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { ReasonedAct } from '../reason/reasoned-act.tsx'
import { ballotsWords, figureWords, isSameResult, sharedWords, shareWords } from './ballots-words.ts'
import { Standing } from './standing.tsx'

interface GroupCardProps {
  readonly group: BallotGroup
  readonly match: BallotGroups['match']
  readonly now: BallotStanding
  readonly mayAct: boolean
  readonly busy: boolean
  readonly onSetAside: ComponentProps<typeof ReasonedAct>['onConfirm']
}

const TONES = { apart: 'warn', somewhat: 'live', like_others: 'neutral' } as const

/** One group: what its ballots share, how much they stand out, and the result without them. */
export function GroupCard({ group, match, now, mayAct, busy, onSetAside }: GroupCardProps) {
  const { ballots, alike, excess, podium, standing, same_ballots, without } = group
  const figures = figureWords(without.counted, match.set_aside + ballots)
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-inner border border-line p-3">
      <div>
        <h3 className="font-bold [overflow-wrap:anywhere]">{sharedWords(group)}</h3>
        <p className="figures text-quiet">{shareWords(ballots, now.counted)}</p>
        {same_ballots.length > 0 && (
          <p className="text-sm [overflow-wrap:anywhere]">{words.sameBallots(same_ballots.map(sharedWords))}</p>
        )}
        <p className="mt-1">
          <StatusBadge tone={TONES[standing]}>{standings[standing]}</StatusBadge>
        </p>
      </div>
      <div>
        <p className="text-sm text-quiet">
          {words.commonest(ballotsWords(alike))}
          {excess >= 1 && `, ${words.excess(count(Math.round(excess)))}`}
        </p>
        <p className="[overflow-wrap:anywhere]">{podium.map(({ player_name }) => player_name).join(', ')}</p>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Standing title={words.now} of={now} />
        <Standing title={words.without} of={without} />
      </div>
      {isSameResult(now, without) && <p className="text-sm text-quiet">{words.same}</p>}
      {mayAct && (
        <p className="mt-auto">
          <ReasonedAct
            tone="danger"
            words={words}
            label={words.setAside}
            title={words.setAsideTitle(ballotsWords(ballots))}
            consequence={words.setAsideConsequence(ballotsWords(ballots), figures)}
            busy={busy}
            onConfirm={onSetAside}
          />
        </p>
      )}
    </li>
  )
}
