import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { rankings } from '@tribune/french/sentences/rankings.ts'
import { Button } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RankingSkeleton } from '../ranking-waiting.tsx'
import type { OwnPlayers } from '../use-ranking.ts'
import { RankingList } from './ranking-list.tsx'

/** Shows only the players of the fan's own podiums, or all again. Its icon is the one that marks them in the list, so the button says what it means. */
export function OwnToggle({ pressed, onPress }: { readonly pressed: boolean; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={rankings.mine}
      onClick={onPress}
      className="target inline-flex min-h-12 min-w-12 shrink-0 items-center justify-center gap-2 rounded-card border border-edge bg-surface px-2 text-sm wide:text-base font-semibold hover:bg-raised aria-pressed:border-text aria-pressed:bg-raised wide:px-4"
    >
      <Mark size={24} />
      <span className="text-left leading-4 whitespace-nowrap">
        {rankings.ownOnly} <span className="block text-sm font-normal text-quiet">{rankings.ownSign}</span>
      </span>
    </button>
  )
}

interface OwnContentProps {
  readonly own: OwnPlayers
  readonly search: string
  readonly onShowAll: () => void
}

/** The fan's own players with their ranks of the season. */
export function OwnContent({ own, search, onShowAll }: OwnContentProps) {
  if (!own.settled) return <RankingSkeleton />
  const all = <Button onClick={onShowAll}>{rankings.all}</Button>
  if (own.rows.length === 0) return <Notice actions={all}>{rankings.noMatch(search)}</Notice>
  return (
    <>
      <RankingList rows={own.rows} total={own.rows.length} mine={own.ids} label={rankings.ownList} />
      <div className="flex flex-col items-center gap-3 py-6 text-center">
        <p role="status" className="text-quiet">
          {rankings.ownEnd(plural(own.rows.length, nouns.player))}
        </p>
        {all}
      </div>
    </>
  )
}
