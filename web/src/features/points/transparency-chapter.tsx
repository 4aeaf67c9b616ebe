import { COUNTING_RULE_VERSION } from '@tribune/domain/results/counting-rule.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { Chapter } from './chapter.tsx'
import { RULE_NUMBERS } from './rule-words.ts'

/** The rule as published, with its version, and how to check a result by hand. */
export function TransparencyChapter() {
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
    </Chapter>
  )
}
