import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { accountMessages, recovery, signIn, profile as words } from '../../i18n/fr-account.ts'
import { messageOf } from '../../lib/api-error.ts'
import { meQuery } from '../../lib/session.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { BadgeList } from './badge-list.tsx'
import { FanPanel, SignOutButton } from './fan-panel.tsx'
import { LastVotes } from './last-votes.tsx'
import { LinkExchange } from './link-exchange.tsx'
import { OwnData } from './own-data.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import { useLinkAnswer } from './use-link-answer.ts'
import { useSignIn } from './use-sign-in.ts'

/** Profil: sign in, or who is signed in and what he has voted. */
export function ProfilePage() {
  const link = useLinkAnswer()
  const [opening, setOpening] = useState<string | null>(link.error === null ? null : accountMessages.linkExpired)
  const [waiting, setWaiting] = useState(link.recovery !== null || link.signIn !== null)
  const navigate = useNavigate()
  const goOn = () => {
    setWaiting(false)
    const back = link.confirmed ?? link.signIn?.back
    if (back !== undefined) void navigate({ href: back, replace: true })
  }
  const failed = (sentence: string | null) => {
    setOpening(sentence)
    setWaiting(false)
  }
  return (
    <>
      <ScreenTitle>{words.title}</ScreenTitle>
      <header className="relative overflow-hidden border-b border-line pt-[env(safe-area-inset-top)]">
        <StandRows />
        <div className="gutter relative mx-auto max-w-[1120px] pt-4 pb-5 wide:pt-8">
          <h1 className="text-3xl">{words.title}</h1>
        </div>
      </header>
      <div className="gutter mx-auto max-w-[1120px] pt-6">
        {!waiting && <Content opening={opening} />}
        {waiting && link.signIn !== null && <LinkExchange link={link.signIn} onDone={goOn} onFailed={failed} />}
        {waiting && link.recovery !== null && (
          <Narrow title={recovery.title} intro={link.confirmed === null ? recovery.intro : recovery.confirmedIntro}>
            <RecoveryPanel token={link.recovery} staySignedIn={link.confirmed !== null} onDone={goOn} />
          </Narrow>
        )}
      </div>
      <PageFoot />
    </>
  )
}

function Content({ opening }: { readonly opening: string | null }) {
  const { data, error, refetch } = useQuery(meQuery)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.loadError(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) return <Waiting />
  if (data.fan === null) return <SignedOut opening={opening} />
  return (
    <div className="grid gap-8 wide:grid-cols-[380px_minmax(0,1fr)] wide:grid-rows-[auto_1fr]">
      <div className="flex flex-col gap-8">
        <FanPanel fan={data.fan} />
        <BadgeList votes={data.fan.vote_count} />
      </div>
      <div className="min-w-0 wide:row-span-2">
        <LastVotes />
      </div>
      <div className="flex flex-col gap-8">
        <ThemeChoice />
        <SignOutButton />
        <OwnData />
      </div>
    </div>
  )
}

function SignedOut({ opening }: { readonly opening: string | null }) {
  const form = useSignIn({ back: '/profile', opening })
  const head = {
    signIn: [signIn.title, signIn.intro],
    signUp: [signIn.signUpTitle, signIn.signUpIntro],
    forgot: [signIn.forgotTitle, signIn.forgotIntro],
    confirm: [signIn.sentTitle, null],
    resetSent: [signIn.sentTitle, null],
    link: [signIn.linkTitle, signIn.linkIntro],
    linkSent: [signIn.sentTitle, null],
  } as const
  const [title, intro] = head[form.stage]
  return (
    <Narrow title={title} intro={intro}>
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

/** A form is no wider than its sentences. */
function Narrow({ title, intro, children }: NarrowProps) {
  return (
    <section className="mx-auto max-w-[440px]">
      <h2 className="mb-5 text-xl">{title}</h2>
      {intro !== null && <p className="-mt-4 mb-5 text-quiet">{intro}</p>}
      {children}
    </section>
  )
}
