import { Search } from 'lucide-react'
import { brand } from '../../i18n/fr.ts'
import { home } from '../../i18n/fr-home.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'

interface HomeHeaderProps {
  readonly onRefresh: () => void
  readonly busy: boolean
  readonly onFind: () => void
}

/** The stand at night: the name, what it is, and what a fan does here. */
export function HomeHeader({ onRefresh, busy, onFind }: HomeHeaderProps) {
  return (
    <header className="stand border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="gutter mx-auto max-w-[1120px] pt-4 pb-5 wide:pt-8">
        <div className="flex items-center gap-3">
          <Mark size={52} />
          <div className="min-w-0 flex-1">
            <h1 className="figures text-4xl font-black tracking-tight uppercase">{brand.name}</h1>
            <p className="text-sm font-semibold text-quiet">{brand.tagline}</p>
          </div>
          <RefreshButton onRefresh={onRefresh} busy={busy} />
        </div>
        <p className="mt-4 max-w-[56ch]">{home.intro}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={onFind}>
            <Search size={18} aria-hidden="true" />
            {home.findMatch}
          </Button>
          <ButtonLink to="/points" tone="quiet">
            {home.howItWorks}
          </ButtonLink>
        </div>
      </div>
    </header>
  )
}
