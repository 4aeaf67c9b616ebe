import type { HomeFixture } from '@tribune/contract/matches.ts'
import { voteWindow } from '@tribune/domain/voting-window.ts'
import { CheckCircle2, Lock, Radio } from 'lucide-react'
import { serverNow } from '../../lib/server-clock.ts'
import { Countdown } from '../home/countdown.tsx'
import { type BannerContext, type BannerWords, bannerWords } from './vote-banner-words.ts'

const LOOKS = {
  open: { frame: 'border-edge', Icon: Radio, sign: 'bg-action text-on-action' },
  done: { frame: 'border-good', Icon: CheckCircle2, sign: 'bg-raised text-good' },
  shut: { frame: 'border-line', Icon: Lock, sign: 'bg-raised text-quiet' },
} as const satisfies Record<BannerWords['voice'], unknown>

interface VoteBannerProps extends Omit<BannerContext, 'now'> {
  readonly match: HomeFixture
}

/** Whether one can vote, why not, and until when. */
export function VoteBanner({ match, ...context }: VoteBannerProps) {
  const { voice, title, hint } = bannerWords(match, { ...context, now: serverNow() })
  const { frame, Icon, sign } = LOOKS[voice]
  const closing = context.state === 'open_after' ? voteWindow(match).closes_at : null
  return (
    <div role="status" className={`flex flex-col gap-2 rounded-card border bg-surface px-4 py-3 ${frame}`}>
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className={`flex size-11 shrink-0 items-center justify-center rounded-inner ${sign}`}>
          <Icon size={22} />
        </span>
        <div className="min-w-0">
          <p className="font-bold">{title}</p>
          {hint !== null && <p className="text-sm text-quiet">{hint}</p>}
        </div>
      </div>
      {closing !== null && <Countdown closing={closing} />}
    </div>
  )
}
