import { arePointsConsistent, isLineupComplete } from '@tribune/domain/operator/diagnostics.ts'
import { expectedTopPoints } from '@tribune/domain/results/points.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { values, checks as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../../../ui/status-badge.tsx'

const TONES = { good: 'good', warn: 'warn', info: 'neutral' } as const

/** Lists checks with their results. */
export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {checks.map(({ mark, text }) => (
        <li key={text} className="flex items-start gap-2">
          <StatusBadge tone={TONES[mark]}>{words.marks[mark]}</StatusBadge>
          <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Result of a check: `warn` asks for something to be done. */
export interface Check {
  readonly mark: 'good' | 'warn' | 'info'
  readonly text: string
}

/** Checks the first player's points against the match's coefficient: a difference of 10 or more asks for a recalculation (spec section 8). */
export function pointsCheck(ranking: readonly { readonly points: number }[], coefficient: number): Check {
  const top = ranking[0]?.points
  if (top === undefined) return { mark: 'info', text: words.pointsNone }
  const figures = [count(top), count(expectedTopPoints(coefficient))] as const
  return arePointsConsistent(top, coefficient)
    ? { mark: 'good', text: words.pointsConsistent(...figures) }
    : { mark: 'warn', text: words.pointsInconsistent(...figures) }
}

/** Checks the number of players in the lineup: fewer than 22 are incomplete (spec section 8). */
export function lineupCheck(players: number): Check {
  const counted = plural(players, nouns.player)
  return isLineupComplete(players)
    ? { mark: 'good', text: words.lineupComplete(counted) }
    : { mark: 'warn', text: words.lineupIncomplete(counted) }
}

/** Returns whether the final whistle was observed: the vote closes 60 minutes after it. */
export function whistleCheck(finishedAt: string | null): Check {
  if (finishedAt === null) return { mark: 'warn', text: words.noFinish }
  return { mark: 'info', text: words.finish(values.moment(shortDay(finishedAt), hour(finishedAt))) }
}

const isFigure = (value: ReactNode) => typeof value !== 'string' || !/\p{L}{2}/u.test(value)

/** Facts by name: `[['Rang', '1er']]`. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 wide:grid-cols-2">
      {of.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-quiet">{name}</dt>
          <dd className={`min-w-0 text-right font-bold [overflow-wrap:anywhere] ${isFigure(value) ? 'figures' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
