import { dayBanner } from '../../i18n/fr-home.ts'
import { prefersReducedMotion } from '../../lib/platform.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LIST_ID } from './match-list.tsx'

/** Told to a fan who never voted, on a day without a match to come: what he can do all the same. */
export function DayBanner({ anyOpen }: { readonly anyOpen: boolean }) {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <p className="font-bold">{dayBanner.title}</p>
      {anyOpen ? (
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
