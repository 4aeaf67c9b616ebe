import type { Fan } from '@tribune/contract/accounts.ts'
import { FollowedPanel } from '../follows/followed-panel.tsx'
import { Notifications } from '../notifications/notifications.tsx'
import { OwnData } from '../security/own-data.tsx'
import { Security } from '../security/security.tsx'
import { BadgeList } from './badge-list.tsx'
import { FanPanel, SignOutButton } from './fan-panel.tsx'
import { LastVotes } from './last-votes.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** From 900 px, security is under the votes up to this number, and under the other settings above it, so that both columns end near each other. */
const FEW_VOTES = 6

/** The profile of a signed-in fan: their votes and settings. */
export function SignedIn({ fan }: { readonly fan: Fan }) {
  const few = fan.vote_count <= FEW_VOTES
  return (
    <div className="grid grid-cols-1 gap-8 wide:grid-cols-[minmax(0,1fr)_380px] wide:grid-rows-[auto_1fr]">
      <div className={`flex min-w-0 flex-col gap-8 ${few ? '' : 'wide:row-span-2'}`}>
        <div className="tiles items-start gap-8 wide:gap-x-3">
          <FanPanel fan={fan} />
          <div className="flex min-w-0 flex-col gap-8">
            <BadgeList votes={fan.vote_count} />
            <FollowedPanel fanId={fan.id} />
          </div>
        </div>
        <LastVotes count={fan.vote_count} />
      </div>
      <div className={`flex min-w-0 flex-col gap-8 ${few ? 'wide:row-span-2' : ''}`}>
        <ThemeChoice />
        <Notifications fanId={fan.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Security />
        <div className="tiles items-start gap-8 wide:gap-x-3">
          <SignOutButton />
          <OwnData />
        </div>
      </div>
    </div>
  )
}
