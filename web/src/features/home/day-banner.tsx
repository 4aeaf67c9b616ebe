import { dayBanner } from '@tribune/french/sentences/home.ts'
import { prefersReducedMotion } from '../../lib/device/platform.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LIST_ID } from './list/match-list.tsx'
import type { DayBannerForm } from './use-day-banner.ts'

/** Suggests what to do on a day without upcoming matches, to fans who have never voted. */
export function DayBanner({ form }: { readonly form: DayBannerForm }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-3 py-2">
      <p className="text-sm font-bold">{dayBanner.title}</p>
      {form === 'votes' ? (
        <Button className="px-3 text-sm" onClick={showList}>
          {dayBanner.openVotes}
        </Button>
      ) : (
        <ButtonLink to="/rankings" className="px-3 text-sm">
          {dayBanner.discover}
        </ButtonLink>
      )}
    </div>
  )
}

function showList(): void {
  document.getElementById(LIST_ID)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}
