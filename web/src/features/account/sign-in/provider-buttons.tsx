import { useQuery } from '@tanstack/react-query'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { accountMessages, providerNames, signIn as words } from '@tribune/french/sentences/account.ts'
import { Building2 } from 'lucide'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { navigateTo, onRestored } from '../../../lib/device/leaving.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { providerAddress } from './sign-in-calls.ts'
import type { SignInForm } from './use-sign-in.ts'

const ORGANISATION = <Icon of={Building2} size={20} />

/** The logos that the providers prescribe, in their own colours if required. */
const MARKS: Readonly<Record<IdentityProviderId, ReactNode>> = {
  google: (
    <svg aria-hidden width={20} height={20} viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24s.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  ),
  sso: ORGANISATION,
  saml: ORGANISATION,
  apple: (
    <svg aria-hidden width={20} height={20} viewBox="0 0 24 24" fill="currentColor">
      <path d="M12.15 6.9c-.95 0-2.42-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.21 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.64-.03 2.68-1.48 3.68-2.95 1.16-1.69 1.64-3.32 1.66-3.41-.04-.01-3.18-1.22-3.22-4.86-.03-3.04 2.48-4.49 2.6-4.56-1.43-2.09-3.62-2.32-4.39-2.37-2-.16-3.68 1.09-4.61 1.09zM15.53 3.83c.84-1.01 1.4-2.43 1.25-3.83-1.21.05-2.66.81-3.53 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.1 2.71-.69 3.56-1.7" />
    </svg>
  ),
}

interface ProviderButtonsProps {
  readonly offered: readonly IdentityProviderId[]
  /** The path that the provider redirects back to. */
  readonly back: string
  readonly onProblem: (message: string) => void
}

/** Buttons that sign in by an identity provider, whose page redirects back to this one. */
export function ProviderButtons({ offered, back, onProblem }: ProviderButtonsProps) {
  const { leavingFor, leave } = useLeaving('sign-in', back, onProblem)
  return offered.map((id) => (
    <Button key={id} className="w-full" busy={leavingFor === id} onClick={() => leave(id)}>
      <ProviderMark of={id} />
      {words.continueWith(providerNames[id])}
    </Button>
  ))
}

/** Returns a function that opens a provider's page, to sign in or to link an account there. */
export function useLeaving(
  purpose: 'sign-in' | 'link',
  back: string,
  onProblem: (message: string, error: unknown, id: IdentityProviderId) => void,
) {
  const [leavingFor, setLeavingFor] = useState<IdentityProviderId | null>(null)
  // The back/forward cache restores the page in its waiting state.
  useEffect(() => onRestored(() => setLeavingFor(null)), [])
  const leave = async (id: IdentityProviderId) => {
    setLeavingFor(id)
    try {
      navigateTo(await providerAddress(purpose, id, back))
    } catch (error) {
      errorHaptic()
      setLeavingFor(null)
      onProblem(messageOf(error), error, id)
    }
  }
  return { leavingFor, leave }
}

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

export function ProviderMark({ of }: { readonly of: IdentityProviderId }): ReactNode {
  return MARKS[of]
}
