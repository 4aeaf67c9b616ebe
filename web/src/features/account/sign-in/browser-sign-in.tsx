import { useQuery } from '@tanstack/react-query'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { providerNames, appReturn as returnWords, signIn as words } from '@tribune/french/sentences/account.ts'
import { useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { navigateTo } from '../../../lib/device/leaving.ts'
import { Button } from '../../../ui/button.tsx'
import { beginInBrowser } from '../sign-in-return/app-return-calls.ts'
import { FormMessage } from './form-message.tsx'
import { ProviderMark } from './provider-mark.tsx'

interface BrowserSignInProps {
  /** The first message, such as why an earlier attempt failed. */
  readonly opening: string | null
}

/** The native app's sign-in: opens the phone's browser, where every sign-in method is, and which hands the session back. */
export function BrowserSignIn({ opening }: BrowserSignInProps) {
  const [problem, setProblem] = useState(opening)
  const providers = useQuery(meQuery).data?.identity_providers ?? []
  const begin = async (provider?: IdentityProviderId) => {
    try {
      navigateTo(await beginInBrowser({ home: import.meta.env.VITE_SERVER }, provider))
    } catch {
      setProblem(returnWords.unavailable)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={problem === null ? null : { good: false, text: problem }} />
      <p className="text-quiet">{returnWords.explanation}</p>
      {providers.map((id) => (
        <Button key={id} className="w-full" onClick={() => begin(id)}>
          <ProviderMark of={id} />
          {words.continueWith(providerNames[id])}
        </Button>
      ))}
      <Button tone="action" className="w-full" onClick={() => begin()}>
        {returnWords.begin}
      </Button>
    </div>
  )
}
