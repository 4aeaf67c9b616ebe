import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { useEffect, useState } from 'react'
import { providerNames, signIn as words } from '../../i18n/fr-account.ts'
import { leaveFor, onRestored } from '../../lib/device/leaving.ts'
import { errorHaptic } from '../../lib/device/platform.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { wayToProvider } from '../account/api.ts'
import { ProviderMark } from './provider-mark.tsx'

interface ProviderButtonsProps {
  readonly offered: readonly IdentityProviderId[]
  /** The path that the provider leads back to. */
  readonly back: string
  readonly onProblem: (message: string) => void
}

/** Signing in by an account elsewhere: the page is left, and the provider leads back to it. */
export function ProviderButtons({ offered, back, onProblem }: ProviderButtonsProps) {
  const { leavingFor, leave } = useLeaving('sign-in', back, onProblem)
  return offered.map((id) => (
    <Button key={id} className="w-full" busy={leavingFor === id} onClick={() => leave(id)}>
      <ProviderMark of={id} />
      {words.continueWith(providerNames[id])}
    </Button>
  ))
}

/** Leaves for a provider's page, to sign in or to link an account there. */
export function useLeaving(
  purpose: 'sign-in' | 'link',
  back: string,
  onProblem: (message: string, error: unknown, id: IdentityProviderId) => void,
) {
  const [leavingFor, setLeavingFor] = useState<IdentityProviderId | null>(null)
  // The browser keeps the page as it was left: waiting.
  useEffect(() => onRestored(() => setLeavingFor(null)), [])
  const leave = async (id: IdentityProviderId) => {
    setLeavingFor(id)
    try {
      leaveFor(await wayToProvider(purpose, id, back))
    } catch (error) {
      errorHaptic()
      setLeavingFor(null)
      onProblem(messageOf(error), error, id)
    }
  }
  return { leavingFor, leave }
}
