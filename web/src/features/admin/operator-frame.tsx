import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Fan } from '@tribune/contract/accounts.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { access, area, changed as words } from '@tribune/french/sentences/operator/area.ts'
import { fieldName, journal } from '@tribune/french/sentences/operator/journal.ts'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { hasShownOperator, noteOperator } from '../../data/operator/tab-traces.ts'
import { meQuery } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { type ShownChange, showChange, useShownChange } from './use-act.ts'

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

/** Shows what has changed since the operator saw it, when and by whom: nothing is stored, and they decide again on what is there now. */
function ChangedDialog() {
  const change = useShownChange()
  const close = () => showChange(null)
  useEffect(() => () => showChange(null), [])
  if (change === null) return null
  const { current, changed_at: at, by } = change
  const moment = at === null ? null : words.moment(shortDay(at), hour(at))
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.title}
      description={words.consequence(words.by[by], moment, current === null)}
    >
      <dl className="mb-4 flex flex-col gap-1">
        {changedRows(change).map(({ name, text }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-quiet">{name}</dt>
            <dd className="figures font-bold [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end">
        <Button tone="action" onClick={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}

interface ChangedRow {
  readonly name: string
  readonly text: string
}

/** Returns each value that differs between what the operator saw and what is there, by its name: « Coefficient », « 2,50 → 2,90 ». */
export function changedRows({ seen, current, names }: Pick<ShownChange, 'seen' | 'current' | 'names'>): ChangedRow[] {
  const [before, after] = [flat(seen), flat(current)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === is) return []
    const name = names?.get(key) ?? words.fields[key] ?? fieldName(key)
    return [{ name, text: journal.change(names?.has(key) === true ? 'coefficient' : key, was, is) }]
  })
}

/** Returns the values of a state by name, those of an object in it too. */
function flat(state: unknown): Map<string, unknown> {
  if (typeof state !== 'object' || state === null) return new Map()
  return new Map(
    Object.entries(state).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? [...flat(value)] : [[key, value] as const],
    ),
  )
}
