import type { HomeFixture } from '@tribune/contract/matches.ts'
import { CheckCircle2, Lock, Radio } from 'lucide'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Countdown } from '../../home/card/countdown.tsx'
import { type BannerContext, type BannerWords, bannerWords, closingOf } from './vote-banner-words.ts'

const LOOKS = {
  open: { frame: 'border-edge', icon: Radio, sign: 'bg-action text-on-action' },
  done: { frame: 'border-good', icon: CheckCircle2, sign: 'bg-raised text-good' },
  shut: { frame: 'border-line', icon: Lock, sign: 'bg-raised text-quiet' },
} as const satisfies Record<BannerWords['voice'], unknown>

interface VoteBannerProps extends Omit<BannerContext, 'now'> {
  readonly match: HomeFixture
  /** The podium shows the same: the banner is only read aloud. */
  readonly folded?: boolean
}

/** Says whether the vote is open, why not, and until when. Clocks are outside the live region, which would announce them each minute. */
export function VoteBanner({ match, folded = false, ...context }: VoteBannerProps) {
  const { voice, title, hint } = bannerWords(match, { ...context, now: serverNow() })
  const { frame, icon, sign } = LOOKS[voice]
  const isClock = context.state === 'locked'
  const note = hint !== null && <p className="text-sm text-quiet">{hint}</p>
  const closing = closingOf(match, context.state)
  return (
    <div
      className={
        folded ? 'sr-only' : `flex flex-col gap-2 rounded-card border bg-surface px-4 py-3 low:px-3 low:py-1.5 ${frame}`
      }
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className={`flex size-11 shrink-0 items-center justify-center rounded-inner low:size-9 ${sign}`}
        >
          <Icon of={icon} size={22} />
        </span>
        <div className="min-w-0">
          <div role="status">
            <p className="font-bold low:leading-5">{title}</p>
            {!isClock && note}
          </div>
          {isClock && note}
        </div>
      </div>
      {!folded && closing !== null && <Countdown closing={closing} />}
    </div>
  )
}
