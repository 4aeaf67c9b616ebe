import { useQuery } from '@tanstack/react-query'
import { runTime } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { edgeStatus as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { type Probe, probesQuery } from '../../../../data/operator/pages.ts'
import { Button } from '../../../../ui/button.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Section } from '../../section.tsx'
import { DiagnosticFrame } from '../diagnostic-frame.tsx'
import { Reading } from '../parts/reading.tsx'

/** Returns whether the four functions answer a probe: OK, or an error with its status (spec sections 2 and 8). */
export function EdgeStatusPage() {
  const probes = useQuery(probesQuery)
  return (
    <DiagnosticFrame title={pageNames['/edge-status']} intro={words.intro}>
      <Section
        title={words.title}
        actions={
          <Button busy={probes.isFetching} onClick={() => void probes.refetch()}>
            {words.again}
          </Button>
        }
      >
        <Reading of={probes}>
          {(answers) => (
            <>
              <p role="status" className="mb-3">
                {words.summary(count(answers.filter(({ ok }) => ok).length), count(answers.length))}
              </p>
              <ul>
                {answers.map((probe) => (
                  <li
                    key={probe.name}
                    className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-b border-line py-2 last:border-0"
                  >
                    <span className="figures font-bold">{probe.name}</span>
                    <StatusBadge tone={probe.ok ? 'good' : 'warn'}>{probeWords(probe)}</StatusBadge>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Reading>
      </Section>
    </DiagnosticFrame>
  )
}

function probeWords({ ok, status, ms }: Probe): string {
  const took = runTime(ms)
  if (status === null) return words.silent(took)
  return ok ? words.ok(String(status), took) : words.error(String(status), took)
}
