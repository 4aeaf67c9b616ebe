import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Fan } from '@tribune/contract/accounts.ts'
import { access, area } from '@tribune/french/sentences/operator/area.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasShownOperator, noteOperator } from '../../data/operator/tab-traces.ts'
import { meQuery } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { ChangedDialog } from './changed-dialog.tsx'

const SignInDialog = lazy(async () => ({
  default: (await import('../account/sign-in/sign-in-dialog.tsx')).SignInDialog,
}))

interface OperatorFrameProps {
  readonly title: string
  /** Where « Retour » leads when the operator came straight here; to the area by default. */
  readonly backTo?: LinkProps['to']
  /** Buttons at the end of the bar. */
  readonly bar?: ReactNode
  /** Drawn for the operator alone. */
  readonly children: (operator: Fan) => ReactNode
}

/** A page of the operator's area: bar, address of the signed-in operator, and what only they may see. */
export function OperatorFrame({ title, backTo = '/admin', bar, children }: OperatorFrameProps) {
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <TopBar title={title} backTo={backTo}>
        {bar}
      </TopBar>
      <div className="gutter mx-auto max-w-page pt-4">
        <OperatorGate>
          {(operator) => (
            <>
              <p className="mb-4 truncate text-quiet">{area.signedInAs(operator.email ?? '')}</p>
              {children(operator)}
              <ChangedDialog />
            </>
          )}
        </OperatorGate>
      </div>
      <PageFoot />
    </>
  )
}

interface OperatorGateProps {
  /** Drawn for the operator, in a session that may administer. */
  readonly children: (operator: Fan) => ReactNode
}

/**
 * Asks the server whose session this is, and shows the area or the refusal (spec section 2, "Admin"). It only spares the operator calls that
 * would be refused: the server checks each one itself.
 */
function OperatorGate({ children }: OperatorGateProps) {
  const { data, error, refetch } = useQuery(meQuery)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={access.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) {
    // As high as the screen, so that content below comes into view only in its final place.
    return (
      <div className="min-h-dvh">
        <Waiting />
        <p className="-mt-[20dvh] text-center text-quiet">{access.checking}</p>
      </div>
    )
  }
  return <Area fan={data.fan}>{children}</Area>
}

/**
 * The area, or why it is closed. After the end of a session it stays on the page, hidden, so that nothing typed is lost; the server refuses what it
 * reads each minute. It opens again for the same operator alone.
 */
function Area({ fan, children }: OperatorGateProps & { readonly fan: Fan | null }) {
  const [last, setLast] = useState<Fan | null>(null)
  const isOpen = fan?.is_admin === true
  const shown = isOpen ? fan : fan === null || fan.id === last?.id ? last : null
  if (shown !== last) setLast(shown)
  useEffect(() => {
    if (isOpen) noteOperator()
  }, [isOpen])
  const isEnded = fan === null && (last !== null || hasShownOperator())
  return (
    <>
      {isEnded && <SessionEnded />}
      {!isOpen && !isEnded && <AccessDenied fan={fan} />}
      {shown !== null && <div hidden={!isOpen}>{children(shown)}</div>}
    </>
  )
}

/** Says that the operator's session has ended, and offers to sign in again on the spot. */
function SessionEnded() {
  const [isAsked, setAsked] = useState(false)
  const words = access.ended
  return (
    <div role="alert">
      <Notice
        title={words.title}
        lit={0}
        actions={
          <>
            <Button tone="action" onClick={() => setAsked(true)}>
              {words.again}
            </Button>
            <ButtonLink to="/">{access.home}</ButtonLink>
          </>
        }
      >
        {words.text}
      </Notice>
      {isAsked && (
        <Suspense>
          <SignInDialog
            open
            title={words.again}
            description={words.text}
            back={location.pathname + location.search}
            afterwards={words.afterwards}
            onSignedIn={() => setAsked(false)}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Says what is missing: the operator's account, the required sign-in method, or a second factor. */
function AccessDenied({ fan }: { readonly fan: Fan | null }) {
  const lacks = fan?.admin_lacks ?? null
  return (
    <Notice
      title={access.deniedTitle}
      lit={0}
      actions={
        <>
          <ButtonLink to="/" tone="action">
            {access.home}
          </ButtonLink>
          {(fan === null || lacks !== null) && <ButtonLink to="/profile">{access.profile}</ButtonLink>}
        </>
      }
    >
      {lacks === null ? access.denied : access.lacks[lacks]}
    </Notice>
  )
}
