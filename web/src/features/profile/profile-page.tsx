import { useQuery, useQueryClient } from '@tanstack/react-query'
import { recovery, profile as words } from '@tribune/french/sentences/account.ts'
import { useEffect, useState } from 'react'
import { meQuery } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { HandedOver, HandOver } from '../sign-in-return/hand-over.tsx'
import { LinkExchange } from '../sign-in-return/link-exchange.tsx'
import type { Handover } from '../sign-in-return/profile-address.ts'
import { RecoveryPanel } from '../sign-in-return/recovery-panel.tsx'
import { Narrow } from './narrow.tsx'
import { SignedIn } from './signed-in.tsx'
import { SignedOut, type SignedOutProps } from './signed-out.tsx'
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
              resetAgain={arrival.resetAgain}
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
