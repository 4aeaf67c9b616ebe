import {
  marked as markedWords,
  run as runWords,
  all as words,
} from '@tribune/french/sentences/operator/recalculation.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ConfirmAct } from '../confirm-act.tsx'
import { Section } from '../section.tsx'
import { RunProgress, useRecalculation } from './run-progress.tsx'

/** Recalculates all finished matches on the server (spec section 9), and shows how far it is, wherever it was started. */
export function RecalculateAll() {
  const { data, error, refetch, start, isBusy } = useRecalculation()
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={runWords.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-4">
          {data.finished === 0 ? (
            <p>{words.nothing}</p>
          ) : (
            <ConfirmAct
              label={words.start(data.finished)}
              title={words.confirm}
              consequence={words.consequence(data.finished)}
              busy={isBusy}
              onConfirm={() => start.mutate({ scope: 'all' })}
            />
          )}
          {data.run?.scope === 'all' && <RunProgress run={data.run} />}
          {data.run?.scope === 'marked' && isBusy && <p className="text-quiet">{runWords.busy}</p>}
        </div>
      )}
    </Section>
  )
}

/** How many published matches have another coefficient now, and the button that recalculates them; the season follows. */
export function MarkedMatches() {
  const { data, error, refetch, start, isBusy } = useRecalculation()
  return (
    <Section title={markedWords.title} intro={markedWords.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={runWords.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <p className="font-semibold" aria-live="polite">
            {data.marked === 0 ? markedWords.none : markedWords.waiting(data.marked)}
          </p>
          {data.marked > 0 && (
            <ConfirmAct
              label={markedWords.start(data.marked)}
              title={markedWords.confirm}
              consequence={markedWords.consequence(data.marked)}
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
