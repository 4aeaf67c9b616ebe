import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { BADGES } from '@tribune/domain/fans/fan.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { handover as handoverWords, recovery, stages, profile as words } from '@tribune/french/sentences/account.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Mark } from '../../../ui/mark.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { PageFoot } from '../../../ui/page-foot.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { StandRows } from '../../../ui/stand-rows.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { FollowedPanel } from '../../follows/followed-panel.tsx'
import { Notifications } from '../../notifications/notifications.tsx'
import type { FormStage } from '../account-rules.ts'
import { OwnData } from '../security/own-data.tsx'
import { Security } from '../security/security.tsx'
import { StraightToProvider } from '../sign-in/provider-buttons.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { HandedOver, HandOver } from '../sign-in-return/hand-over.tsx'
import { LinkExchange } from '../sign-in-return/link-exchange.tsx'
import { type Handover, handoverPath, type Proving } from '../sign-in-return/profile-address.ts'
import { RecoveryPanel } from '../sign-in-return/recovery-panel.tsx'
import { FanPanel, SETTINGS_ID } from './fan-panel.tsx'
import { LastVotes } from './last-votes.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useArrival } from './use-arrival.ts'

/** Profil: the sign-in form, or the signed-in fan with their votes; before them, what the address asks for. */
export function ProfilePage() {
  const { exchange, choosing, handover, setHandover, ...arrival } = useArrival()
  const [sent, setSent] = useState<{ address: string; alone: boolean } | null>(null)
  const client = useQueryClient()
  const handedOver = (address: string) => {
    setSent({ address, alone: handover?.alone === true })
    setHandover(null)
  }
  /** Reads the session again, because the app may have ended it. */
  const stay = () => {
    setSent(null)
    void client.invalidateQueries(meQuery)
  }
  return (
    <>
      <ScreenTitle>{words.title}</ScreenTitle>
      <header className="relative overflow-hidden border-b border-line pt-(--notch) wide:pt-0">
        <StandRows />
        <div className="gutter relative mx-auto max-w-page pt-4 pb-5 wide:pt-8">
          <h1 className="text-3xl">{words.title}</h1>
        </div>
      </header>
      <div className="gutter mx-auto max-w-page pt-6">
        {exchange !== null ? (
          <LinkExchange link={exchange} onDone={arrival.exchanged} onFailed={arrival.failed} />
        ) : (
          choosing === null &&
          sent === null && (
            <Content
              opening={arrival.opening}
              begin={arrival.begin}
              proving={arrival.proving}
              handover={handover}
              onProven={arrival.goOn}
              onHandover={setHandover}
              onSent={handedOver}
            />
          )
        )}
        {sent !== null && <HandedOver {...sent} onDone={stay} />}
        {exchange === null && choosing !== null && (
          <Narrow title={recovery.title} intro={choosing.confirmed === null ? recovery.intro : recovery.confirmedIntro}>
            <RecoveryPanel
              staySignedIn={choosing.confirmed !== null}
              onDone={() => arrival.goOn(choosing.confirmed)}
              onAskAgain={arrival.askAgain}
            />
          </Narrow>
        )}
      </div>
      <PageFoot />
    </>
  )
}

interface ContentProps extends SignedOutProps {
  readonly onHandover: (handover: Handover | null) => void
  readonly onSent: (address: string) => void
}

function Content({ onHandover, onSent, ...props }: ContentProps) {
  const { handover, proving } = props
  const { data, error, refetch } = useQuery(meQuery)
  const isNobody = data?.fan === null
  useEffect(() => {
    if (isNobody && handover?.alone === false) onHandover({ ...handover, alone: true })
  }, [isNobody, handover, onHandover])
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.loadError(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Waiting />
  if (data.fan === null) return <SignedOut key={proving?.back} {...props} />
  if (handover !== null) {
    return (
      <HandOver
        handover={handover}
        fan={data.fan}
        onSent={onSent}
        onDeclined={() => onHandover(null)}
        onOther={() => onHandover({ ...handover, provider: null })}
      />
    )
  }
  return <SignedIn key={data.fan.id} fan={data.fan} />
}

interface SignedOutProps {
  readonly opening: string | null
  /** The stage that the form begins at, if it is not the first one. */
  readonly begin: FormStage | undefined
  /** The pending sign-in, after its first proof. */
  readonly proving: Proving | null
  readonly onProven: (back: string | null) => void
  /** The native app waits for a fan to sign in here. */
  readonly handover: Handover | null
}

/** The profile of a visitor: the sign-in form. */
function SignedOut({ opening, begin, proving, handover, onProven }: SignedOutProps) {
  const own = handover === null ? '/profile' : handoverPath({ ...handover, alone: true })
  const form = useSignIn({
    back: proving?.back ?? own,
    begin,
    opening,
    proven: proving?.proofs ?? null,
    onSignedIn: () => onProven(proving?.back ?? null),
  })
  const { title, intro } = stages[form.stage]
  return (
    <Narrow title={title} intro={handover !== null && form.stage === form.start ? handoverWords.signIn : intro}>
      {handover?.provider != null && proving === null && <StraightToProvider asked={handover.provider} form={form} />}
      <SignInPanel form={form} />
      <div className="mt-8">
        <ThemeChoice />
      </div>
    </Narrow>
  )
}

/** The profile of a signed-in fan: what they did, then their settings, ending with what cannot be undone. */
function SignedIn({ fan }: { readonly fan: Fan }) {
  // An address with a section is opened before the fan is known, so that the router does not find it.
  useEffect(() => document.getElementById(window.location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <div className="grid grid-cols-1 gap-8 wide:grid-cols-[minmax(0,1fr)_380px] wide:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-8">
        <div className="tiles items-start gap-8 wide:gap-x-3">
          <FanPanel fan={fan} />
          <div className="flex min-w-0 flex-col gap-8">
            <BadgeList votes={fan.vote_count} />
            <FollowedPanel fanId={fan.id} />
          </div>
        </div>
        <LastVotes count={fan.vote_count} />
      </div>
      <div id={SETTINGS_ID} className="flex min-w-0 scroll-mt-6 flex-col gap-8 wide:row-span-2">
        <Notifications fanId={fan.id} />
        <ThemeChoice />
      </div>
      <div className="flex min-w-0 flex-col gap-8">
        <Security />
        <OwnData />
      </div>
    </div>
  )
}

/** All badges, earned or with their progress, as a stand that fills row by row. */
function BadgeList({ votes }: { readonly votes: number }) {
  return (
    <section aria-label={words.badges} className="flex flex-col gap-3">
      <h2 className="text-lg">{words.badges}</h2>
      <ul className="grid grid-cols-2 gap-3">
        {BADGES.map((badge) => {
          const earned = votes >= badge.votes
          const left = plural(badge.votes - votes, nouns.vote)
          return (
            <li key={badge.name} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
              <Mark size={40} lit={rowsLit(votes, badge.votes)} />
              <span className="font-bold">{badge.name}</span>
              <span className={`text-sm ${earned ? 'font-semibold text-good' : 'text-quiet'}`}>
                {earned ? words.earned : words.missing(left)}
              </span>
              <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-raised">
                <span
                  className="amount block h-full rounded-full bg-text"
                  style={{ width: `${Math.min(100, (100 * votes) / badge.votes)}%` }}
                />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Returns the lit rows of a badge's mark. The third one is lit only once the badge is earned. */
function rowsLit(votes: number, needed: number): 0 | 1 | 2 | 3 {
  if (votes >= needed) return 3
  if (votes * 3 >= needed * 2) return 2
  return votes * 3 >= needed ? 1 : 0
}

interface NarrowProps {
  readonly title: string
  readonly intro: string | null
  readonly children: ReactNode
}

/** Limits the width of a form to that of its sentences. */
function Narrow({ title, intro, children }: NarrowProps) {
  return (
    <section className="mx-auto max-w-[440px]">
      <h2 className="mb-5 text-xl">{title}</h2>
      {intro !== null && <p className="-mt-4 mb-5 text-quiet">{intro}</p>}
      {children}
    </section>
  )
}
