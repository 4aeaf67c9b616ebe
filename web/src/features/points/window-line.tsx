import { points } from '@tribune/french/sentences/points.ts'
import { RULE_NUMBERS } from './rule-words.ts'

const { line, phases } = points.vote

/** Shows when the vote is open in the course of a match. Decorative, because the sentence above says the same. */
export function WindowLine() {
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
