import { isFollowed } from '@tribune/domain/home/follows.ts'
import { follows as words } from '@tribune/french/sentences/follows.ts'
import { Star } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { type NamedTarget, useFollows, useToggleFollow } from './use-follows.ts'

interface FollowButtonProps {
  readonly target: NamedTarget
  /** On the scoreboard, which is dark in both themes. */
  readonly onBoard?: boolean
  readonly className?: string
}

const SHAPE = 'target inline-flex shrink-0 items-center justify-center rounded-inner'

/** A star that follows a club, player or competition with one tap, and stops with another; full while it is followed. */
export function FollowButton({ target, onBoard = false, className = '' }: FollowButtonProps) {
  const isOn = isFollowed(useFollows(), target)
  const toggle = useToggleFollow()
  const label = words.follow(target.name)
  const tone = onBoard ? 'text-on-board outline-on-board' : 'text-text hover:bg-raised'
  const star = onBoard ? 'fill-current text-gold-step' : 'fill-current text-gold'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={() => toggle(target)}
      className={`${SHAPE} ${tone} ${className}`}
    >
      <Icon of={Star} size={20} className={isOn ? star : undefined} />
    </button>
  )
}
