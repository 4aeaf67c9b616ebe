import type { MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { POSITIONS, type Podium } from '@tribune/domain/ballots/podium.ts'
import { comparePodium, type RankedPlayer } from '@tribune/domain/ballots/podium-moves.ts'
import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { listed } from '@tribune/french/format/names.ts'
import { ordinal, plural } from '@tribune/french/format/numbers.ts'
import { match as matchWords, result as resultWords } from '@tribune/french/sentences/match.ts'
import { reveal as words } from '@tribune/french/sentences/result.ts'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useOnline, useVisible } from '../../../lib/device/use-platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { useDataAge } from '../../../lib/offline/data-age.ts'
import { Layer, LayerClose } from '../../../ui/dialog.tsx'
import { PodiumSteps } from '../../../ui/podium-steps.tsx'
import { StandRows } from '../../../ui/stand-rows.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { MatchShareRow } from '../../share/match-share.tsx'
import { kitStyle } from '../board/kit-line.tsx'
import { provisionalUntil, stepsOf } from '../result/result-podium.tsx'
import type { BallotOnScreen } from '../voting/use-ballot.ts'
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

/** Returns whether a dialog or note is open over the page. */
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

/** Maximum number of names of a place that are read out; of the others, only their number is. */
const MAX_NAMED = 2

interface RevealDialogProps {
  readonly screen: MatchScreen
  /** The fan's own podium; empty without a ballot. */
  readonly podium: Podium
  readonly onClose: () => void
}

/** Time from one step to the next, and when the fan's hits appear: after the last step. */
const PACE = { '--rise-pace': '700ms' } as const
const LAST = { '--rise': 3 } as const

/** The stand at night over the match: third, second, first, and then the fan's hits. A screen reader hears all of it as one description. */
function RevealDialog({ screen, podium, onClose }: RevealDialogProps) {
  const { match, players, ranking, result } = screen
  const hits = hitsWords(podium, ranking)
  const provisional = provisionalUntil(screen) !== null
  return (
    <Layer
      open
      onOpenChange={(open) => open || onClose()}
      described
      unasked
      className="night outline-none max-h-[92dvh] border-t border-line bg-board pb-[env(safe-area-inset-bottom)] text-text wide:inset-y-auto wide:top-1/2 wide:-translate-y-1/2 wide:rounded-none wide:border-b"
    >
      {/* Cut here: otherwise it would add to the height that scrolls. */}
      <div className="absolute inset-0 overflow-hidden">
        <StandRows />
      </div>
      <div
        style={kitStyle(screen.kits)}
        className="gutter relative mx-auto max-w-[560px] py-5 short:grid short:max-w-[840px] short:grid-cols-2 short:gap-x-6"
      >
        <div className="flex items-start justify-between gap-2 short:col-span-2">
          <div className="min-w-0">
            <p className="text-sm text-quiet [overflow-wrap:anywhere]">
              {matchWords.title(match.home_team, match.away_team)}
            </p>
            <Radix.Title className="text-2xl font-extrabold">{words.title}</Radix.Title>
          </div>
          <LayerClose />
        </div>
        <div className="mt-4 overflow-hidden" style={PACE}>
          <PodiumSteps label={resultWords.podium} steps={stepsOf(ranking, players)} rising />
        </div>
        <div className="mt-4 flex flex-col justify-center gap-4" style={PACE}>
          {hits !== null && (
            <p className="rise text-center text-xl font-extrabold" style={LAST}>
              {hits}
            </p>
          )}
          <Kind ratings={result.source === 'ratings_fallback'} provisional={provisional} />
          <MatchShareRow screen={screen} voted={isComplete(podium)} />
        </div>
      </div>
      <Radix.Description hidden>{spokenReveal(screen, hits, provisional)}</Radix.Description>
    </Layer>
  )
}

function Kind({ ratings, provisional }: { readonly ratings: boolean; readonly provisional: boolean }) {
  if (!ratings && !provisional) return null
  return (
    <p className="flex flex-wrap justify-center gap-2">
      {ratings && <StatusBadge>{words.ratings}</StatusBadge>}
      {provisional && <StatusBadge tone="warn">{words.provisional}</StatusBadge>}
    </p>
  )
}

/** Returns how many of the fan's picks are on the published podium, in words; null without a complete ballot. */
export function hitsWords(podium: Podium, ranking: readonly RankedPlayer[]): string | null {
  if (!isComplete(podium)) return null
  const { shared, exact } = comparePodium(podium, ranking)
  return exact ? words.exact(words.hits(shared)) : words.hits(shared)
}

/** Returns all that a reveal shows in one text for a screen reader: third, second, first, the fan's hits, and what kind of result it is. */
export function spokenReveal({ ranking, result }: MatchScreen, hits: string | null, provisional: boolean): string {
  const places = POSITIONS.toReversed().flatMap((place) => {
    const names = ranking.filter(({ rank }) => rank === place).map(({ player_name }) => player_name)
    const more = names.length - MAX_NAMED
    const shown = more > 0 ? [...names.slice(0, MAX_NAMED), plural(more, words.other)] : names
    return names.length === 0 ? [] : [words.place(ordinal(place), listed(shown))]
  })
  const notes = [result.source === 'ratings_fallback' && words.ratings, provisional && words.provisional, hits]
  return [...places, ...notes.filter((note) => typeof note === 'string')].map(words.sentence).join(' ')
}
