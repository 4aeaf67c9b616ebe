import type { MatchScreen } from '@tribune/contract/matches.ts'
import { Image, Trophy } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import { match as matchWords } from '../../i18n/fr-match.ts'
import { share as words } from '../../i18n/fr-share.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Pictured } from './api.ts'
import { ShareIcon } from './share-icon.tsx'

const PictureWindow = lazy(async () => ({ default: (await import('./picture-window.tsx')).PictureWindow }))

interface MatchShareProps {
  readonly screen: MatchScreen
}

/** For the head of the match's screen, in any state. */
export function MatchShareIcon({ screen }: MatchShareProps) {
  return <ShareIcon share={shareableOf(screen)} label={hasResult(screen) ? words.result : words.match} />
}

interface MatchShareRowProps extends MatchShareProps {
  /** The fan's ballot is complete and kept. */
  readonly voted: boolean
  /** The list matters more: on a low phone the button is its sign alone, beside the banner. */
  readonly voting: boolean
}

/** What there is to be proud of: the result, and one's own podium. Nothing before there is either. */
export function MatchShareRow({ screen, voted, voting }: MatchShareRowProps) {
  const [open, setOpen] = useState<Pictured | null>(null)
  const isOut = hasResult(screen)
  if (!isOut && !voted) return null
  return (
    <div className="flex flex-wrap gap-2">
      {isOut && (
        <Button onClick={() => setOpen('result')} aria-haspopup="dialog" className="flex-1">
          <Icon of={Trophy} size={18} />
          {words.result}
        </Button>
      )}
      {voted && (
        <Button onClick={() => setOpen('podium')} aria-haspopup="dialog" className="flex-1">
          <Icon of={Image} size={18} />
          <span className={voting ? 'low:sr-only' : ''}>{words.podium}</span>
        </Button>
      )}
      {open !== null && (
        <Suspense fallback={null}>
          <PictureWindow
            of={open}
            matchId={screen.match.match_id}
            fixture={fixtureOf(screen)}
            published={isOut}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function hasResult({ ranking }: MatchScreen): boolean {
  return ranking.length > 0
}

function fixtureOf({ match }: MatchScreen): string {
  return matchWords.title(match.home_team, match.away_team)
}

/** Says nothing of the score, whatever the fan has seen of it. */
function shareableOf(screen: MatchScreen) {
  const title = fixtureOf(screen)
  const text = hasResult(screen) ? words.resultText(title) : words.matchText(title)
  return { path: `/match/${screen.match.match_id}`, title, text }
}
