import { useLocation } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isFollowed } from '@tribune/domain/home/follows.ts'
import { followPrompt as words } from '@tribune/french/sentences/follows.ts'
import { Star, X } from 'lucide'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { announce } from '../../lib/state/announce.ts'
import { leaveBehind } from '../../lib/state/farewell.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type NamedTarget, useFollows, useToggleFollow } from './use-follows.ts'

/** Complete ballots after which the question may still be asked: a fan may have left the first match before it came. */
const FIRST_VOTES = 3

/**
 * Asks once, on the screen after one of a fan's first complete votes, whether they want to follow a club of the match: there it covers no player. Never
 * asks again, even without an answer.
 *
 * @param voted The fan has just completed their ballot on this screen.
 * @returns Whether the question will be asked.
 */
export function useFollowPrompt(match: HomeFixture, voted: boolean): boolean {
  const fan = useFan()
  const clubs = clubsOf(match)
  const follows = useFollows()
  const followsOne = clubs.some((club) => isFollowed(follows, club))
  const isDue = isPromptDue({ voted, votes: fan?.vote_count, clubs: clubs.length, followsOne, asked: wasAsked() })
  const leave = useEffectEvent(() => {
    if (isDue) leaveBehind(<FollowQuestion match={match} />)
  })
  useEffect(() => () => leave(), [])
  return isDue
}

/** Returns the clubs of a match, or none for an answer that was cached before clubs had ids. */
export function clubsOf(match: Partial<HomeFixture>): NamedTarget[] {
  const { home_team_id: home, home_team = '', away_team_id: away, away_team = '' } = match
  if (home === undefined || away === undefined) return []
  return [
    { kind: 'club', id: home, name: home_team, picture: match.home_team_logo ?? null },
    { kind: 'club', id: away, name: away_team, picture: match.away_team_logo ?? null },
  ]
}

/** Offers the two clubs of a match, each with one tap, until the fan goes to another screen. Waits while a match is on the screen. */
function FollowQuestion({ match }: { readonly match: HomeFixture }) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const [shownAt, setShownAt] = useState<string | null>(null)
  const isElsewhere = path !== (shownAt ?? path)
  const waits = shownAt === null && isMatch(path)
  useEffect(() => {
    if (isElsewhere) return leaveBehind(null)
    if (waits) return
    setShownAt(path)
    storeAsked()
    announce(words.title(match.home_team, match.away_team))
  }, [isElsewhere, waits, path, match])
  if (waits || isElsewhere) return null
  return (
    <>
      {/* Room below the page's last links, which the question would cover. */}
      <div className="h-56" />
      <Question match={match} />
    </>
  )
}

const isMatch = (path: string) => path.startsWith('/match/')

function Question({ match }: { readonly match: HomeFixture }) {
  const clubs = clubsOf(match)
  const title = useId()
  const follows = useFollows()
  const toggle = useToggleFollow()
  return (
    // Over the list, so that no row moves under a finger; above the bar at its foot, like a notice.
    <section
      aria-labelledby={title}
      className="fixed inset-x-2 bottom-[calc(var(--foot)+64px)] z-20 -translate-y-(--raise) rounded-card border border-edge bg-surface p-4 wide:right-4 wide:left-auto wide:w-[400px]"
    >
      <h2 id={title} className="mr-10 line-clamp-2 text-base font-bold [overflow-wrap:anywhere]">
        {words.title(match.home_team, match.away_team)}
      </h2>
      <p className="mt-1 text-sm text-quiet">{words.hint}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {clubs.map((club) => {
          const isOn = isFollowed(follows, club)
          return (
            <button
              key={club.id}
              type="button"
              aria-pressed={isOn}
              onClick={() => toggle(club)}
              className={buttonClass('plain', false, 'min-w-0 max-w-full flex-auto px-3')}
            >
              <Icon of={Star} size={18} className={`shrink-0 ${isOn ? 'fill-current text-gold' : ''}`} />
              <bdi className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{club.name}</bdi>
            </button>
          )
        })}
      </div>
      <IconButton label={words.dismiss} onClick={() => leaveBehind(null)} className="absolute top-1 right-1">
        <Icon of={X} size={20} />
      </IconButton>
    </section>
  )
}

const KEY = 'tribune-follow-asked'

/** Returns whether this phone has shown the prompt. True where the browser refuses storage: it would be shown again and again. */
function wasAsked(): boolean {
  return phoneStorage.read(KEY) !== null
}

function storeAsked(): void {
  phoneStorage.write(KEY, 'asked')
}

/** Facts that decide whether the question is due. */
interface PromptCase {
  /** The fan has just completed a ballot on this screen. */
  readonly voted: boolean
  /** Complete ballots of the fan, this one counted or not yet; `undefined` for a visitor. */
  readonly votes: number | undefined
  /** The clubs of the match, and whether the fan follows one of them. */
  readonly clubs: number
  readonly followsOne: boolean
  /** This phone has asked before. */
  readonly asked: boolean
}

/** Returns whether to ask a fan to follow a club of the match: once, after one of their first complete ballots. */
export function isPromptDue({ voted, votes, clubs, followsOne, asked }: PromptCase): boolean {
  return voted && votes !== undefined && votes <= FIRST_VOTES && clubs > 0 && !followsOne && !asked
}
