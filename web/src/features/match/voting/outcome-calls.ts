import type { QueryClient } from '@tanstack/react-query'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { held as words } from '@tribune/french/sentences/held.ts'
import { match as matchWords, votingToasts } from '@tribune/french/sentences/match.ts'
import { addHeldNews, type BallotDraft, takeHeldNews } from '../../../data/ballots/ballot-drafts.ts'
import { ballotQuery, recordSaved } from '../../../data/ballots/match-ballot.ts'
import { matchQuery } from '../../../data/matches.ts'
import { markSignedOut, meQuery } from '../../../data/session.ts'
import { errorHaptic, haptic, isVisible } from '../../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { celebrate } from '../../../ui/confetti.ts'
import type { Outcome } from './ballot-outbox.ts'

/** Listeners of open screens, which show the outcomes of their match themselves, without a toast. */
const listeners = new Set<(outcome: Outcome) => boolean>()
/** Outcomes that the fan of this page has been notified of, so that each is shown once. */
const notified = new Set<string>()
/** Whether a toast with news is on the screen, so that the next one waits. */
let isShowing = false

/** Subscribes to the outcomes of ballots. The listener returns whether it shows an outcome. Returns a function that unsubscribes. */
export function onBallotOutcome(listener: (outcome: Outcome) => boolean): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Records the outcome of a ballot and notifies the fan: at once of a ballot that they just made, and of a held ballot once they look at the screen. */
export function showOutcome(client: QueryClient, outcome: Outcome): void {
  const { kind, draft } = outcome
  const { matchId, fanId, waits } = draft
  const shown = [...listeners].map((listener) => listener(outcome)).includes(true)
  const name = matchWords.title(draft.home, draft.away)
  switch (kind) {
    case 'saved':
      recordSaved(client, matchId, fanId, { podium: draft.picks, at: outcome.at })
      if (waits) addHeldNews({ text: words.sent(name), failed: false })
      else if (outcome.isLast) confirmSaved(draft.picks)
      break
    case 'waits':
      haptic('medium')
      break
    case 'fan_away':
      showFanAway(client, outcome, shown)
      break
    case 'newer':
      if (!shown && isNew(draft, kind)) addHeldNews({ text: words.newer(name), failed: true })
      break
    default:
      readAgain(client, draft)
      if (!waits) showFailure(outcome.error)
      else {
        const text = kind === 'late' ? words.late(name) : words.refused(name, messageOf(outcome.error))
        addHeldNews({ text, failed: true })
      }
  }
  showNews()
}

/** Shows the news of held ballots once the fan looks at the screen. Shows one toast after the other, because they would dismiss each other. */
export function showNews(): void {
  if (isShowing || !isVisible()) return
  const news = takeHeldNews()
  if (news === null) return
  isShowing = true
  toast(news.text, news.failed ? 'error' : 'generic', () => {
    isShowing = false
    showNews()
  })
}

/** Handles a ballot whose fan is no longer signed in: their session has ended, or another account is signed in. The ballot waits for them. */
function showFanAway(
  client: QueryClient,
  { draft, error }: Extract<Outcome, { error?: unknown }>,
  shown: boolean,
): void {
  const hasEnded = error instanceof ApiError && error.code === 'not_authenticated'
  if (hasEnded) markSignedOut(client)
  else if (error !== undefined) client.invalidateQueries(meQuery)
  if (error !== undefined && !draft.waits) {
    if (hasEnded) errorHaptic()
    else showFailure(error)
  } else if (!shown && isNew(draft, 'fan_away')) {
    addHeldNews({ text: words.otherAccount(matchWords.title(draft.home, draft.away)), failed: true })
  }
}

function showFailure(error: unknown): void {
  errorHaptic()
  toast(votingToasts.failed(messageOf(error)), 'error')
}

/** Reads again what the refusal may mean: that the vote has closed, or that the fan has lost their voting right. */
function readAgain(client: QueryClient, { matchId, fanId }: BallotDraft): void {
  client.invalidateQueries({ queryKey: ballotQuery(matchId, fanId).queryKey })
  client.invalidateQueries(matchQuery(matchId))
  client.invalidateQueries(meQuery)
}

/** Returns whether the fan has not been notified of this outcome yet, since the page was loaded. */
function isNew({ fanId, matchId, at }: BallotDraft, kind: string): boolean {
  const key = `${kind}-${fanId}-${matchId}-${at}`
  if (notified.has(key)) return false
  notified.add(key)
  return true
}

function confirmSaved(podium: Podium): void {
  if (!isComplete(podium)) {
    toast(votingToasts.picked(podium.length), 'pick')
    return
  }
  haptic('heavy')
  toast(votingToasts.complete, 'complete')
  celebrate().catch((error) => console.error('confetti', error))
}
