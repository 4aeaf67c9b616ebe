import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isFollowed } from '@tribune/domain/home/follows.ts'
import { followPrompt as words } from '@tribune/french/sentences/follows.ts'
import { Star, X } from 'lucide'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useFan } from '../../data/session.ts'
import { phoneStorage } from '../../lib/device/storage.ts'
import { TOAST_MS } from '../../lib/limits.ts'
import { announce } from '../../lib/state/announce.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isPromptDue } from './prompt-rules.ts'
import { type NamedTarget, useFollows, useToggleFollow } from './use-follows.ts'

/** The question which club of a match to follow. */
interface FollowPrompt {
  /** It is on the screen, or about to be. */
  readonly isPending: boolean
  readonly isAsking: boolean
  readonly close: () => void
}

/**
 * Asks once, after one of a fan's first complete votes, whether they want to follow a club of the match. Never asks again, even without an answer.
 *
 * @param voted The fan has just completed their ballot on this screen.
 */
export function useFollowPrompt(match: HomeFixture, voted: boolean): FollowPrompt {
  const fan = useFan()
  const clubs = clubsOf(match)
  const follows = useFollows()
  const [isAsking, setAsking] = useState(false)
  const followsOne = clubs.some((club) => isFollowed(follows, club))
  const ask = useEffectEvent(() => {
    storeAsked()
    setAsking(true)
    announce(words.title(match.home_team, match.away_team))
  })
  const isDue = isPromptDue({ voted, votes: fan?.vote_count, clubs: clubs.length, followsOne, asked: wasAsked() })
  useEffect(() => {
    if (!isDue) return
    // After the thanks for the vote, which it would cover.
    const timer = setTimeout(ask, TOAST_MS.complete)
    return () => clearTimeout(timer)
  }, [isDue])
  return { isPending: isDue || isAsking, isAsking, close: () => setAsking(false) }
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

interface FollowQuestionProps {
  readonly match: HomeFixture
  readonly onClose: () => void
}

/** Offers the two clubs of a match, each with one tap. */
export function FollowQuestion({ match, onClose }: FollowQuestionProps) {
  const clubs = clubsOf(match)
  const title = useId()
  const follows = useFollows()
  const toggle = useToggleFollow()
  return (
    // Over the list, so that no row moves under a finger, and in sight where the podium fills its column.
    <section
      aria-labelledby={title}
      className="fixed inset-x-2 bottom-[calc(var(--foot)+8px)] z-20 rounded-card border border-edge bg-surface p-4 wide:right-4 wide:bottom-4 wide:left-auto wide:w-[400px]"
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
      <IconButton label={words.dismiss} onClick={onClose} className="absolute top-1 right-1">
        <Icon of={X} size={20} />
      </IconButton>
    </section>
  )
}

const KEY = 'tribune-follow-asked'

/** Whether this phone has shown the prompt. True where the browser refuses storage: it would be shown again and again. */
function wasAsked(): boolean {
  return phoneStorage.read(KEY) !== null
}

function storeAsked(): void {
  phoneStorage.write(KEY, 'asked')
}
