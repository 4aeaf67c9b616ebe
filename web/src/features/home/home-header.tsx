import { CircleQuestionMark, Search } from 'lucide-react'
import { brand } from '../../i18n/fr.ts'
import { home } from '../../i18n/fr-home.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'

interface HomeHeaderProps {
  readonly onRefresh: () => void
  readonly busy: boolean
  readonly onFind: () => void
}

/** The stand at night: the name, what it is, and what a fan does here. */
export function HomeHeader({ onRefresh, busy, onFind }: HomeHeaderProps) {
  return (
    <header className="relative overflow-hidden border-b border-line pt-[env(safe-area-inset-top)]">
      <StandRows />
      <div className="gutter relative mx-auto max-w-[1120px] pt-4 pb-3 wide:pt-10 wide:pb-8">
        <div className="flex items-center gap-3">
          <span className="wide:hidden">
            <Mark size={52} />
          </span>
          <div className="min-w-0 flex-1">
            <h1 className="figures text-4xl font-black tracking-tight uppercase wide:sr-only">{brand.name}</h1>
            <p className="text-sm font-semibold text-quiet wide:text-4xl wide:font-bold wide:text-text">
              {brand.tagline}
            </p>
          </div>
          <RefreshButton onRefresh={onRefresh} busy={busy} />
        </div>
        <p className="mt-4 max-w-[60ch] leading-snug wide:text-lg">{home.intro}</p>
        <div className="-ml-3 flex">
          <Button tone="quiet" className="px-3 text-sm whitespace-nowrap" onClick={onFind}>
            <Search size={16} aria-hidden="true" />
            {home.findMatch}
          </Button>
          <ButtonLink to="/points" tone="quiet" className="px-3 text-sm whitespace-nowrap">
            <CircleQuestionMark size={16} aria-hidden="true" />
            {home.howItWorks}
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}
