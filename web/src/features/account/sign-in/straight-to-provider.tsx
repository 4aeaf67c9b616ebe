import { useQuery } from '@tanstack/react-query'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { useEffect, useEffectEvent } from 'react'
import { meQuery } from '../../../data/session.ts'
import { useLeaving } from './provider-buttons.tsx'
import type { SignInForm } from './use-sign-in.ts'

interface StraightToProviderProps {
  /** The provider in the address, which may be forged. */
  readonly asked: string
  readonly form: SignInForm
}

/** Redirects a fan who has already chosen a provider in the app to its page. Does nothing if it is not offered here. */
export function StraightToProvider({ asked, form }: StraightToProviderProps) {
  const offered = useQuery(meQuery).data?.identity_providers ?? []
  const provider = offered.find((id) => id === asked)
  const { leave } = useLeaving('sign-in', form.back, (text) =>
    form.refuse({ field: null, text: accountMessages.other(text) }),
  )
  const go = useEffectEvent(leave)
  useEffect(() => {
    if (provider !== undefined) void go(provider)
  }, [provider])
  return null
}
