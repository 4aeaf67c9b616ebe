import type { MatchScreen } from '@tribune/contract/matches.ts'
import { match as matchWords } from '@tribune/french/sentences/match.ts'
import { share as words } from '@tribune/french/sentences/share.ts'
import { Image, Trophy } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import type { Pictured } from '../../data/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ShareIcon } from './share-icon.tsx'

const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }))

interface MatchShareProps {
  readonly screen: MatchScreen
}

/** The share button in the header of the match screen, in any state. */
export function MatchShareIcon({ screen }: MatchShareProps) {
  return <ShareIcon share={shareableOf(screen)} label={hasResult(screen) ? words.result : words.match} />
}

interface MatchShareRowProps extends MatchShareProps {
  /** The fan's ballot is complete and saved. */
  readonly voted: boolean
}

/** Shares the result and the fan's own podium. Renders nothing before there is either. */
export function MatchShareRow({ screen, voted }: MatchShareRowProps) {
  const { show, dialog } = usePictureDialog(screen)
  const isOut = hasResult(screen)
  if (!isOut && !voted) return null
  return (
    <div className="flex flex-wrap gap-2">
      {isOut && (
        <Button onClick={() => show('result')} aria-haspopup="dialog" className="grow basis-40">
          <Icon of={Trophy} size={18} />
          {words.result}
        </Button>
      )}
      {voted && (
        <Button onClick={() => show('podium')} aria-haspopup="dialog" className="grow basis-40">
          <Icon of={Image} size={18} />
          {words.podium}
        </Button>
      )}
      {dialog}
    </div>
  )
}

/** Returns the dialog with a picture of the match, and a function that opens it. */
export function usePictureDialog(screen: MatchScreen) {
  const [open, setOpen] = useState<Pictured | null>(null)
  const dialog = open !== null && (
    <Suspense fallback={null}>
      <PictureDialog
        of={open}
        matchId={screen.match.match_id}
        fixture={fixtureOf(screen)}
        published={hasResult(screen)}
        onClose={() => setOpen(null)}
      />
    </Suspense>
  )
  return { show: setOpen, dialog }
}

function hasResult({ ranking }: MatchScreen): boolean {
  return ranking.length > 0
}

function fixtureOf({ match }: MatchScreen): string {
  return matchWords.title(match.home_team, match.away_team)
}

/** Never reveals the score, even if the fan knows it. */
function shareableOf(screen: MatchScreen) {
  const title = fixtureOf(screen)
  const text = hasResult(screen) ? words.resultText(title) : words.matchText(title)
  return { path: `/match/${screen.match.match_id}`, title, text }
}
