import { useQuery } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { access } from '@tribune/french/sentences/operator/area.ts'
import { frame as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import type { ReactNode } from 'react'
import { meQuery, useFan } from '../../../data/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageFoot } from '../../../ui/page-foot.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TopBar } from '../../../ui/top-bar.tsx'
import { Section } from '../section.tsx'

interface DiagnosticFrameProps {
  readonly title: string
  readonly intro?: string
  readonly children: ReactNode
}

/** A page that anybody may open: what is public is shown, the rest by `OperatorPart` (decisions, "Access"). */
export function DiagnosticFrame({ title, intro, children }: DiagnosticFrameProps) {
  const isOperator = useFan()?.is_admin === true
  return (
    <>
      <ScreenTitle>{title}</ScreenTitle>
      <TopBar title={title} backTo={isOperator ? '/admin' : '/'} />
      <div className="gutter mx-auto flex max-w-page flex-col gap-6 pt-4">
        <div>
          <SessionLine />
          {intro !== undefined && <p className="max-w-prose">{intro}</p>}
        </div>
        {children}
      </div>
      <PageFoot />
    </>
  )
}

/** Says whether the operator is signed in; without an answer, the public part stays usable. */
function SessionLine() {
  const { data, error } = useQuery(meQuery)
  return <p className="mb-2 text-quiet [overflow-wrap:anywhere]">{sessionWords(data?.fan, error)}</p>
}

function sessionWords(fan: Fan | null | undefined, error: unknown): string {
  if (fan === undefined) return error === null ? words.checking : words.visitor
  return fan?.is_admin === true ? words.operator(fan.email ?? '') : words.visitor
}

interface OperatorPartProps {
  readonly title: string
  /** Act that needs the operator's session, after « pour »: « compter les votes ». */
  readonly what: string
  readonly intro?: ReactNode
  /** Drawn for the operator alone, so that nothing is asked that would be refused. */
  readonly children: () => ReactNode
}

/** Shows a section to the operator; to others, why it is closed and how to sign in. The server refuses each call by itself. */
export function OperatorPart({ title, what, intro, children }: OperatorPartProps) {
  const { data, error } = useQuery(meQuery)
  const fan = data?.fan
  if (fan?.is_admin === true) {
    return (
      <Section title={title} intro={intro}>
        {children()}
      </Section>
    )
  }
  const lacks = fan?.admin_lacks ?? null
  return (
    <Section title={title}>
      {data === undefined && error === null ? (
        <Skeleton className="h-12 w-full" />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60 text-quiet">
            {words.signIn(what)} {lacks !== null && access.lacks[lacks]}
          </p>
          <ButtonLink to="/profile">{words.profile}</ButtonLink>
        </div>
      )}
    </Section>
  )
}
