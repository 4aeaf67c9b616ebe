import { useQuery } from '@tanstack/react-query'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { common } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { identitiesQuery } from '../../../data/account.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface MethodsUnreadProps {
  /** A placeholder with the shape of what comes; by default that of a form. */
  readonly children?: ReactNode
}

/** Takes the place of what depends on the fan's sign-in methods, until they are read; says why if they cannot be. */
export function MethodsUnread({ children = <FormPlaceholder /> }: MethodsUnreadProps) {
  const { error, refetch } = useQuery(identitiesQuery)
  if (error !== null) {
    return (
      <ErrorNotice message={accountMessages.other(messageOf(error))} error={error} onRetry={() => void refetch()} />
    )
  }
  return children
}

function FormPlaceholder() {
  return (
    <div role="status">
      <Skeleton className="h-40" />
      <span className="sr-only">{common.loading}</span>
    </div>
  )
}

/** Returns whether the signed-in fan has a password, or `undefined` while unknown. */
export function useHasPassword(): boolean | undefined {
  return useQuery(identitiesQuery).data?.items.some(({ provider }) => provider === 'password')
}
