import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { accountMessages } from '../../i18n/fr-account.ts'
import { meQuery } from '../../lib/http/session.ts'
import { useLeaving } from './provider-buttons.tsx'
import type { SignInForm } from './use-sign-in.ts'

interface StraightToProviderProps {
  /** As the address says it, whoever wrote it. */
  readonly asked: string
  readonly form: SignInForm
}

/** Who chose a provider in the app already is led to its page; nowhere where that one is not offered here. */
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
