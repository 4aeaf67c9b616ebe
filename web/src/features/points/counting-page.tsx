import { EVIDENCE_DAYS } from '@tribune/domain/ballots/evidence.ts'
import { INTEGRITY_RULE_VERSION } from '@tribune/domain/integrity/rule.ts'
import { coefficient, count } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { counting as words } from '@tribune/french/sentences/integrity/counting.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { Chapter } from './chapter.tsx'

/** Ballots of farms that the rule sets aside. */
const FOUND: readonly Measured[] = [
  { kind: 'naive', percent: 100 },
  { kind: 'paced', percent: 99 },
  { kind: 'camouflaged', percent: 91 },
  { kind: 'small', percent: 88 },
  { kind: 'moving', percent: 69 },
  { kind: 'together', percent: 93 },
]

/** Honest ballots that it sets aside. */
const WRONG: readonly Measured[] = [
  { kind: 'all', percent: 0.02 },
  { kind: 'worst', percent: 0.5 },
]

/** « Comment nous comptons »: the integrity rule, reviews, how well the rule works, provisional results, and how to recount one. */
export function CountingPage() {
  const { ballot, provisional, review } = words
  return (
    <>
      <ScreenTitle>{words.title}</ScreenTitle>
      <TopBar as="p" title={words.title} backTo="/points" />
      <article className="gutter mx-auto flex max-w-page flex-col gap-10 pt-6">
        <header className="flex max-w-[560px] flex-col gap-3">
          <h1 className="text-3xl">{words.title}</h1>
          <p className="text-lg">{words.lead}</p>
        </header>
        <div className="grid gap-12 wide:grid-cols-2 wide:gap-x-16">
          <div className="flex min-w-0 flex-col gap-12">
            <Chapter id={ballot.id} title={ballot.title}>
              <p>{ballot.text}</p>
              <ButtonLink to="/points" className="self-start">
                {common.howItWorks}
              </ButtonLink>
            </Chapter>
            <RuleChapter />
            <Chapter id={review.id} title={review.title}>
              <p>{review.text(EVIDENCE_DAYS)}</p>
              <p>{review.stays}</p>
            </Chapter>
          </div>
          <div className="flex min-w-0 flex-col gap-12">
            <MeasuredChapter />
            <Chapter id={provisional.id} title={provisional.title}>
              <p>{provisional.text}</p>
              <List items={provisional.cases} />
              <p>{provisional.decision}</p>
            </Chapter>
            <RecountChapter />
          </div>
        </div>
      </article>
      <FootBar />
    </>
  )
}

function RuleChapter() {
  const { rule } = words
  return (
    <Chapter id={rule.id} title={rule.title(INTEGRITY_RULE_VERSION)}>
      <p>{rule.text}</p>
      <div className="rounded-card border border-line bg-surface p-4">
        <h3 className="text-lg">{rule.looks}</h3>
        <dl className="mt-3 flex flex-col divide-y divide-line">
          {rule.looked.map(([name, text]) => (
            <div key={name} className="py-3 first:pt-0 last:pb-0">
              <dt className="font-bold">{name}</dt>
              <dd className="text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <h3 className="text-lg">{rule.never}</h3>
      <List items={rule.nevers} />
      <p className="text-quiet">{rule.limit}</p>
    </Chapter>
  )
}

function MeasuredChapter() {
  const { measured } = words
  return (
    <Chapter id={measured.id} title={measured.title}>
      <p>{measured.text}</p>
      <div className="rounded-card border border-line bg-surface px-4 py-3">
        <table className="w-full">
          <caption className="sr-only">{measured.table}</caption>
          <Figures title={measured.farms} rows={FOUND} bar="bg-good" />
          <Figures title={measured.honest} rows={WRONG} bar="bg-warn" />
        </table>
      </div>
    </Chapter>
  )
}

interface FiguresProps {
  readonly title: string
  readonly rows: typeof FOUND
  /** Colour of the bars. */
  readonly bar: string
}

function Figures({ title, rows, bar }: FiguresProps) {
  const { measured } = words
  return (
    <tbody>
      <tr>
        <th colSpan={2} scope="rowgroup" className="pt-3 pb-2 text-left text-sm font-normal text-quiet">
          {title}
        </th>
      </tr>
      {rows.map(({ kind, percent }) => {
        const [name, about] = measured.rows[kind]
        const figure = percent < 0.1 ? coefficient(percent) : count(percent)
        return (
          <tr key={kind} className="border-t border-line">
            <th scope="row" className="w-full py-2.5 pr-4 text-left leading-tight font-semibold">
              {name}
              <span className="block text-sm font-normal text-quiet">{about}</span>
              <span className="mt-1.5 block h-1.5 rounded-full bg-raised" aria-hidden="true">
                <span className={`amount block h-full rounded-full ${bar}`} style={{ width: `${percent}%` }} />
              </span>
            </th>
            <td className="figures pb-2.5 text-right align-bottom text-xl leading-none font-extrabold whitespace-nowrap">
              {measured.percent(figure)}
            </td>
          </tr>
        )
      })}
    </tbody>
  )
}

function RecountChapter() {
  const { recount } = words
  return (
    <Chapter id={recount.id} title={recount.title}>
      <p>{recount.text}</p>
      <dl className="flex flex-col gap-3 rounded-card bg-board p-4 text-on-board">
        {recount.lines.map(([name, text]) => (
          <div key={text}>
            <dt className="text-sm text-board-quiet">{name}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere]" translate="no">
              {text}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-quiet">{recount.few}</p>
    </Chapter>
  )
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-6 marker:text-quiet">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/**
 * How well integrity rule 2 works, in percent of the ballots of each kind, on simulated crowds (`npm run bench:integrity -- --worlds 40 --seed 3001`: farms of
 * 5 %, the small and the moving one of 1 %, honest ballots next to farms of 20 % at most). Measure again with each version of the rule.
 */
interface Measured {
  readonly kind: 'naive' | 'paced' | 'camouflaged' | 'small' | 'moving' | 'together' | 'all' | 'worst'
  readonly percent: number
}
