import { useQuery } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { access } from '@tribune/french/sentences/operator/area.ts'
import type { ReactNode } from 'react'
import { meQuery } from '../../data/session.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'
import { Waiting } from '../../ui/waiting.tsx'

interface OperatorGateProps {
  /** Drawn for the operator, in a session that may administer. */
  readonly children: (operator: Fan) => ReactNode
}

/**
 * Asks the server whose session this is, and shows the area or the refusal (spec section 2, "Admin"). It only spares the operator calls that
 * would be refused: the server checks each one itself.
 */
export function OperatorGate({ children }: OperatorGateProps) {
  const { data, error, refetch } = useQuery(meQuery)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={access.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined) {
    // As high as the screen: what is below comes into view only at its final place.
    return (
      <div className="min-h-dvh">
        <Waiting />
        <p className="-mt-[20dvh] text-center text-quiet">{access.checking}</p>
      </div>
    )
  }
  return data.fan?.is_admin === true ? children(data.fan) : <AccessDenied fan={data.fan} />
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
