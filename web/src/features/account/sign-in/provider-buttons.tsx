import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { providerNames, signIn as words } from '@tribune/french/sentences/account.ts'
import { useEffect, useState } from 'react'
import { navigateTo, onRestored } from '../../../lib/device/leaving.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { providerAddress } from './sign-in-calls.ts'

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
