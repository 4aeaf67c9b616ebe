import { Link } from '@tanstack/react-router'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { age, failures as words } from '@tribune/french/sentences/operator/overview.ts'
import { Section } from '../section.tsx'

/** Functions with failed runs of the last day; nothing without any. */
export function FailureList({ overview }: { readonly overview: OperatorOverview }) {
  const { failures, read_at } = overview
  if (failures.length === 0) return null
  return (
    <Section title={words.title}>
      <ul className="flex flex-col">
        {failures.map(({ function_name, failed, failed_at, error_code }) => (
          <li key={function_name} className="border-b border-line last:border-0">
            <Link
              to="/metrics-dashboard"
              search={{ fn: function_name }}
              className="target flex flex-col justify-center py-2 leading-tight hover:bg-raised"
            >
              <span className="figures font-semibold underline underline-offset-4 [overflow-wrap:anywhere]">
                {function_name}
              </span>
              <span className="text-sm text-quiet [overflow-wrap:anywhere]">
                {words.line(failed, error_code, age(failed_at, new Date(read_at)))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
