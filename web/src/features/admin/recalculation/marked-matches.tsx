import { run, marked as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ConfirmAct } from '../confirm-act.tsx'
import { Section } from '../section.tsx'
import { RunProgress } from './run-progress.tsx'
import { useRecalculation } from './use-recalculation.ts'

/** How many published matches have another coefficient now, and the button that recalculates them; the season follows. */
export function MarkedMatches() {
  const { data, error, refetch, start, isBusy } = useRecalculation()
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={run.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <p className="font-semibold" aria-live="polite">
            {data.marked === 0 ? words.none : words.waiting(data.marked)}
          </p>
          {data.marked > 0 && (
            <ConfirmAct
              label={words.start(data.marked)}
              title={words.confirm}
              consequence={words.consequence(data.marked)}
              tone="plain"
              busy={isBusy}
              onConfirm={() => start.mutate({ scope: 'marked' })}
            />
          )}
          {data.run?.scope === 'marked' && <RunProgress run={data.run} />}
        </div>
      )}
    </Section>
  )
}
