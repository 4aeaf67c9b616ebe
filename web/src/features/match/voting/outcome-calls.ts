import type { QueryClient } from '@tanstack/react-query'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { held as words } from '@tribune/french/sentences/held.ts'
import { match as matchWords, votingToasts } from '@tribune/french/sentences/match.ts'
import { addHeldNews, type BallotDraft, takeHeldNews } from '../../../data/ballots/ballot-drafts.ts'
import { ballotQuery, recordSaved } from '../../../data/ballots/match-ballot.ts'
import { matchQuery } from '../../../data/match.ts'
import { meQuery } from '../../../data/session.ts'
import { markSignedOut } from '../../../data/signed-in/own-reads.ts'
import { errorHaptic, haptic, isVisible } from '../../../lib/device/platform.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { celebrate } from '../../../ui/confetti.ts'
import type { Outcome } from './ballot-outbox.ts'

/** Screens that show the outcomes of their match, so that no toast has to. */
const screens = new Set<(outcome: Outcome) => boolean>()
/** Outcomes that the fan of this page has been notified of, so that each is shown once. */
const notified = new Set<string>()
/** A sentence is on the screen, and the next one waits. */
let isShowing = false

/** Calls back with each outcome; the listener returns whether it shows it. Returns a function that unsubscribes. */
export function onBallotOutcome(listener: (outcome: Outcome) => boolean): () => void {
  screens.add(listener)
  return () => screens.delete(listener)
}

/** Records what became of a ballot, and notifies the fan: at once of one that they have just made, once they look at the screen of one that waited. */
export function showOutcome(client: QueryClient, outcome: Outcome): void {
  const { kind, draft } = outcome
  const { matchId, fanId, waits } = draft
  const shown = [...screens].map((screen) => screen(outcome)).includes(true)
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

/** Shows the news of ballots that waited, once the fan looks at the screen: one sentence after the other, as several at once would dismiss each other. */
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

/** The session of the ballot's fan has ended, or another account is signed in: the ballot waits for them. */
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

/** The server may know something that the screen does not: that the vote has closed, or the fan's right to vote. */
function readAgain(client: QueryClient, { matchId, fanId }: BallotDraft): void {
  client.invalidateQueries({ queryKey: ballotQuery(matchId, fanId).queryKey })
  client.invalidateQueries(matchQuery(matchId))
  client.invalidateQueries(meQuery)
}

/** Whether the fan has not been notified of this outcome yet, since the page was loaded. */
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
