import { rankings } from '../../i18n/fr-rankings.ts'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'

interface RankingHeaderProps {
  readonly season: { readonly name: string; readonly label: string } | undefined
  readonly onRefresh: () => void
  readonly busy: boolean
}

export function RankingHeader({ season, onRefresh, busy }: RankingHeaderProps) {
  return (
    <header className="relative overflow-hidden border-b border-line pt-[env(safe-area-inset-top)]">
      <StandRows />
      <div className="gutter relative mx-auto max-w-[1120px] pt-4 pb-4 wide:pt-8 wide:pb-6">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1">
            <h1 className="text-3xl">{rankings.title}</h1>
            <p className="figures min-h-7 text-lg font-bold text-quiet">
              {season === undefined ? '' : rankings.season(season.name, season.label)}
            </p>
          </div>
          <RefreshButton onRefresh={onRefresh} busy={busy} />
        </div>
        <p className="mt-2 max-w-[52ch] text-quiet">{rankings.intro}</p>
      </div>
    </header>
  )
}
