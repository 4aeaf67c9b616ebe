import { useEffect } from 'react'
import { proofOfWork as words } from '../../i18n/fr-account.ts'
import { Button } from '../../ui/button.tsx'
import { useWorkProgress } from './work-progress.ts'

/**
 * Where a form that has an account made or a message sent shows what that costs: the proof of work begins as the form appears, and shows
 * itself once the fan waits for it. A challenge by Turnstile, should it have a question, shows itself here too (person.ts finds it).
 */
export function ChallengePlace() {
  useEffect(() => {
    import('./work.ts').then(({ beginWork }) => beginWork()).catch(() => {})
  }, [])
  return (
    <>
      <div data-challenge className="empty:hidden" />
      <WorkStatus />
    </>
  )
}

function WorkStatus() {
  const work = useWorkProgress()
  return (
    <div role="status" className="empty:hidden">
      {work !== null && (
        <div className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-3">
            <p className="text-sm text-quiet">{words.running}</p>
            <Button tone="quiet" className="-my-2 -mr-3 px-3" onClick={work.cancel}>
              {words.cancel}
            </Button>
          </div>
          <div
            role="progressbar"
            aria-label={words.progress}
            aria-valuenow={Math.round(work.share * 100)}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div className="h-full rounded-full bg-action" style={{ width: `${work.share * 100}%` }} />
          </div>
        </div>
      )}
    </div>
  )
}
