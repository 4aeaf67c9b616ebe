import { dayBanner } from '@tribune/french/sentences/home.ts'
import { prefersReducedMotion } from '../../lib/device/platform.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LIST_ID } from './list/match-list.tsx'
import type { DayBannerForm } from './use-day-banner.ts'

/** Suggests what to do on a day without upcoming matches, to fans who have never voted. */
export function DayBanner({ form }: { readonly form: DayBannerForm }) {
  return (
    <div className="mt-4 flex flex-col gap-3 rounded-card border border-line bg-surface p-4 wide:flex-row wide:items-center wide:justify-between">
      <div>
        <p className="font-bold">{dayBanner.title}</p>
        <p className="text-sm text-quiet">{dayBanner.subtitle}</p>
      </div>
      {form === 'votes' ? (
        <Button className="self-start" onClick={showList}>
          {dayBanner.openVotes}
        </Button>
      ) : (
        <ButtonLink to="/rankings" className="self-start">
          {dayBanner.discover}
        </ButtonLink>
      )}
    </div>
  )
}

function showList(): void {
  document.getElementById(LIST_ID)?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}
