import { Link } from '@tanstack/react-router'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { figures as words } from '@tribune/french/sentences/operator/overview.ts'
import { Section } from '../section.tsx'
import { figureRows } from './figure-rows.ts'

/** The facts as figures; those with a screen of their own lead there. */
export function Figures({ overview }: { readonly overview: OperatorOverview }) {
  return (
    <Section title={words.title}>
      <dl className="grid grid-cols-2 gap-3">
        {figureRows(overview).map(({ name, value, note, place }) => (
          <div key={name} className="relative flex min-w-0 flex-col rounded-inner bg-raised px-3 py-2">
            <dt className="order-2 text-sm leading-tight text-quiet">{name}</dt>
            <dd className="figures text-xl font-extrabold [overflow-wrap:anywhere]">
              {place === undefined ? (
                value
              ) : (
                <Link
                  {...place}
                  aria-label={`${name}\u00a0: ${value}`}
                  className="underline underline-offset-4 after:absolute after:inset-0 after:rounded-inner"
                >
                  {value}
                </Link>
              )}
            </dd>
            {note !== undefined && <dd className="order-3 text-sm text-quiet">{note}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  )
}
