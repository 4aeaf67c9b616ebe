import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  accountMessages,
  handover as handoverWords,
  recovery,
  stages,
  profile as words,
} from '@tribune/french/sentences/account.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { meQuery } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { answerProblem } from '../account/account-rules.ts'
import { FollowedPanel } from '../follows/followed-panel.tsx'
import { Notifications } from '../notifications/notifications.tsx'
import { OwnData } from '../security/own-data.tsx'
import { Security } from '../security/security.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { StraightToProvider } from '../sign-in/straight-to-provider.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { HandedOver, HandOver } from '../sign-in-return/hand-over.tsx'
import { LinkExchange } from '../sign-in-return/link-exchange.tsx'
import {
  type Handover,
  handoverIn,
  handoverPath,
  type LinkAnswer,
  type Proving,
  readAnswer,
} from '../sign-in-return/profile-address.ts'
import { RecoveryPanel } from '../sign-in-return/recovery-panel.tsx'
import { enterRecovery, leaveRecovery, type Recovery, storedRecovery } from '../sign-in-return/recovery-store.ts'
import { useHandover } from '../sign-in-return/use-handover.ts'
import { useLinkAnswer } from '../sign-in-return/use-link-answer.ts'
import { BadgeList } from './badge-list.tsx'
import { FanPanel, SignOutButton } from './fan-panel.tsx'
import { LastVotes } from './last-votes.tsx'
import { ThemeChoice } from './theme-choice.tsx'

/** From 900 px, security stands under this many votes, and under the other settings beside more: either way the columns end near each other. */
const FEW_VOTES = 6

const NOTHING: LinkAnswer = { kind: 'none' }

function openingOf(answer: LinkAnswer): string | null {
  if (answer.kind !== 'refused') return null
  return answer.deadReset ? accountMessages.resetLinkExpired : answerProblem(answer.error)
}

const provingOf = (answer: LinkAnswer): Proving | null => (answer.kind === 'proving' ? answer.proving : null)
const recoveryOf = (answer: LinkAnswer): Recovery | null => (answer.kind === 'recovery' ? answer.recovery : null)

/** Profil: the sign-in form, or the signed-in fan with their votes. */
export function ProfilePage() {
  const link = useLinkAnswer()
  const [opening, setOpening] = useState(() => openingOf(link))
  const [resetAgain, setResetAgain] = useState(link.kind === 'refused' && link.deadReset)
  const [exchanging, setExchanging] = useState(link.kind === 'exchange')
  const [proving, setProving] = useState(() => provingOf(link))
  const [choosing, setChoosing] = useState(() =>
    link.kind === 'refused' ? null : (recoveryOf(link) ?? storedRecovery()),
  )
  useEffect(() => {
    if (choosing === null) leaveRecovery()
    else enterRecovery(choosing)
  }, [choosing])
  const [handover, setHandover] = useHandover()
  const [sent, setSent] = useState<{ address: string; alone: boolean } | null>(null)
  const navigate = useNavigate()
  const client = useQueryClient()
  const goOn = (back: string | null | undefined) => {
    setExchanging(false)
    setChoosing(null)
    setProving(null)
    const next = handoverIn(back ?? '')
    if (next !== null) setHandover(next)
    else if (back) void navigate({ href: back, replace: true })
  }
  /** Follows an exchanged link: elsewhere, or on this very screen with a new password to choose, or with an error. */
  const exchanged = (path: string) => {
    const { pathname, search } = new URL(path, window.location.href)
    const next = pathname === '/profile' ? readAnswer(search) : NOTHING
    if (next.kind === 'none' || next.kind === 'exchange') {
      if (link.kind === 'exchange' && link.link.kind === 'signIn') toast(accountMessages.linkOpened)
      return goOn(path)
    }
    setExchanging(false)
    setProving(provingOf(next))
    setChoosing(recoveryOf(next))
    setOpening(openingOf(next))
  }
  const askAgain = () => {
    setChoosing(null)
    setOpening(null)
    setResetAgain(true)
  }
  const failed = (sentence: string | null) => {
    setOpening(sentence)
    setExchanging(false)
  }
  const handedOver = (address: string) => {
    setSent({ address, alone: handover?.alone === true })
    setHandover(null)
  }
  /** Reads the session again, which the app may have ended meanwhile. */
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
        {exchanging && link.kind === 'exchange' ? (
          <LinkExchange link={link.link} onDone={exchanged} onFailed={failed} />
        ) : (
          choosing === null &&
          sent === null && (
            <Content
              opening={opening}
              resetAgain={resetAgain}
              proving={proving}
              handover={handover}
              onProven={goOn}
              onHandover={setHandover}
              onSent={handedOver}
            />
          )
        )}
        {sent !== null && <HandedOver {...sent} onDone={stay} />}
        {!exchanging && choosing !== null && (
          <Narrow title={recovery.title} intro={choosing.confirmed === null ? recovery.intro : recovery.confirmedIntro}>
            <RecoveryPanel
              staySignedIn={choosing.confirmed !== null}
              onDone={() => goOn(choosing.confirmed)}
              onAskAgain={askAgain}
            />
          </Narrow>
        )}
      </div>
      <PageFoot />
    </>
  )
}

interface SignedOutProps {
  readonly opening: string | null
  /** The fan came by an invalid link: the form offers a new one. */
  readonly resetAgain: boolean
  /** The pending sign-in, after its first proof. */
  readonly proving: Proving | null
  readonly onProven: (back: string | null) => void
  /** The native app waits for a fan to sign in here. */
  readonly handover: Handover | null
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
  const few = data.fan.vote_count <= FEW_VOTES
  return (
    <div
      key={data.fan.id}
      className="grid grid-cols-1 gap-8 wide:grid-cols-[minmax(0,1fr)_380px] wide:grid-rows-[auto_1fr]"
    >
      <div className={`flex min-w-0 flex-col gap-8 ${few ? '' : 'wide:row-span-2'}`}>
        <div className="tiles items-start gap-8 wide:gap-x-3">
          <FanPanel fan={data.fan} />
          <div className="flex min-w-0 flex-col gap-8">
            <BadgeList votes={data.fan.vote_count} />
            <FollowedPanel fanId={data.fan.id} />
          </div>
        </div>
        <LastVotes count={data.fan.vote_count} />
      </div>
      <div className={`flex min-w-0 flex-col gap-8 ${few ? 'wide:row-span-2' : ''}`}>
        <ThemeChoice />
        <Notifications fanId={data.fan.id} />
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

function SignedOut({ opening, resetAgain, proving, handover, onProven }: SignedOutProps) {
  const own = handover === null ? '/profile' : handoverPath({ ...handover, alone: true })
  const form = useSignIn({
    back: proving?.back ?? own,
    begin: resetAgain ? 'forgot' : 'signIn',
    opening,
    proven: proving?.proofs ?? null,
    onSignedIn: () => onProven(proving?.back ?? null),
  })
  const { title, intro } = stages[form.stage]
  return (
    <Narrow title={title} intro={handover !== null && form.stage === 'signIn' ? handoverWords.signIn : intro}>
      {handover?.provider != null && proving === null && <StraightToProvider asked={handover.provider} form={form} />}
      <SignInPanel form={form} />
      <div className="mt-8">
        <ThemeChoice />
      </div>
    </Narrow>
  )
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
