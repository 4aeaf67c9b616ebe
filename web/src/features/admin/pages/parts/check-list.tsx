import { checks as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import type { Check } from './check-rules.ts'

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
