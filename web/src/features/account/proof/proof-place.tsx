import { proofOfWork as words } from '@tribune/french/sentences/account.ts'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useWorkProgress } from './work-store.ts'

/**
 * The place for a proof in a form that creates an account or has a message sent. The proof of work begins when the form appears, and shows its
 * progress once the fan waits for it. A Turnstile captcha appears here too if it has a question (person-proof.ts finds this element).
 * @param ahead Whether the form most often needs a proof; otherwise the work begins when the server asks for it.
 */
export function ProofPlace({ ahead = true }: { readonly ahead?: boolean }) {
  useEffect(() => {
    if (!ahead) return
    import('./work-proof.ts').then(({ beginWork }) => beginWork()).catch(() => {})
  }, [ahead])
  return (
    <>
      <div data-captcha className="empty:hidden" />
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
            <Button
              tone="quiet"
              className="-my-2 -mr-3 px-3"
              onClick={({ currentTarget: { form } }) => {
                // This button leaves with the work; the fan may send the form again.
                form?.querySelector<HTMLElement>('[type=submit]')?.focus()
                work.cancel()
              }}
            >
              {words.cancel}
            </Button>
          </div>
          <div
            role="progressbar"
            aria-label={words.progress}
            aria-valuenow={Math.round(work.share * 100)}
            className="h-1.5 overflow-hidden rounded-full bg-line"
          >
            <div className="amount h-full rounded-full bg-action" style={{ width: `${work.share * 100}%` }} />
          </div>
        </div>
      )}
    </div>
  )
}
