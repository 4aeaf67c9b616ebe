import type { MatchScreen } from '@tribune/contract/matches.ts'
import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline, useVisible } from '../../../lib/device/use-platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { useDataAge } from '../../../lib/offline/data-age.ts'
import type { BallotOnScreen } from '../voting/use-ballot.ts'
import { RevealDialog } from './reveal-dialog.tsx'
import { canReveal, isRevealDue } from './reveal-rules.ts'
import { claimReveal, rememberAwaited, revealMemory } from './reveal-store.ts'

export interface RevealProps {
  readonly screen: MatchScreen
  readonly ballot: Pick<BallotOnScreen, 'stored' | 'settled'>
  readonly published: boolean
}

/** Remembers that the fan waits for the result of a match, and reveals it once. */
export function RevealMoment({ screen, ballot, published }: RevealProps) {
  const { match, ranking } = screen
  const { match_id: matchId } = match
  const attempt = screen.attempt ?? 1
  const [close, setClose] = useState<(() => void) | null>(null)
  useEffect(() => {
    if (!published) rememberAwaited({ matchId, attempt })
  }, [published, matchId, attempt])
  const stage = {
    visible: useVisible(),
    online: useOnline(),
    stale: useDataAge().stale,
    covered: useCovered(),
  }
  const isDue =
    published &&
    ballot.settled &&
    isRevealDue({
      ranked: ranking.length,
      closedAt: voteWindow(match).closes_at,
      now: serverNow(),
      voted: ballot.stored.length > 0,
      memory: revealMemory({ matchId, attempt }),
    })
  const opens = isDue && canReveal(stage)
  useEffect(() => {
    if (!opens) return
    let isLeft = false
    void claimReveal({ matchId, attempt }, () => isLeft).then((release) => {
      if (release !== null) setClose(() => release)
    })
    return () => {
      isLeft = true
    }
  }, [opens, matchId, attempt])
  // Ends the claim once the fan closes the reveal, or leaves the screen.
  useEffect(() => close ?? undefined, [close])
  if (close === null) return null
  return <RevealDialog screen={screen} podium={ballot.stored} onClose={() => setClose(null)} />
}

/** Whether a dialog or note is open over the page. */
function useCovered(): boolean {
  return useSyncExternalStore(onLayerChange, isCovered)
}

/** Layers are children of the body. */
function onLayerChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.body, { childList: true })
  return () => observer.disconnect()
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
