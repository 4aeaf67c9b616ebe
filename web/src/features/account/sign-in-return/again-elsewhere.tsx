import { useQuery } from '@tanstack/react-query'
import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { accountMessages, signIn as signInWords, wallets as words } from '@tribune/french/sentences/account.ts'
import { identitiesQuery } from '../../../data/account.ts'
import { meQuery } from '../../../data/session.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FormMessage } from '../sign-in/form-message.tsx'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import type { SignInForm } from '../sign-in/use-sign-in.ts'
import { useWallets } from '../sign-in/use-wallets.ts'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'

/** Signs a fan without an address or a phone in again, by the wallets and providers of their account. */
export function AgainElsewhere({ form }: { readonly form: SignInForm }) {
  const methods = useQuery(identitiesQuery).data?.items ?? []
  const offered = useQuery(meQuery).data?.identity_providers ?? []
  const own = methods.filter(({ address }) => address !== null)
  const wallets = useWallets().filter(({ chain }) => own.some(({ provider }) => provider === chain))
  const refuse = (message: string) => form.refuse({ field: null, text: accountMessages.other(message) })
  return (
    <div className="flex flex-col gap-3">
      <FormMessage message={form.message} />
      <ProviderButtons
        offered={offered.filter((id) => methods.some(({ provider }) => provider === id))}
        back={form.back}
        onProblem={refuse}
      />
      <WalletButtons
        className="w-full"
        wallets={wallets}
        label={signInWords.continueWith}
        suits={({ chain }, address) =>
          own.some((method) => method.provider === chain && isAlike(method.address ?? '', shortAddress(address)))
        }
        onSigned={form.enterByWallet}
        onProblem={refuse}
      />
      {own.length > 0 && wallets.length === 0 && <p className="text-quiet">{words.notHere}</p>}
      <ProofPlace />
    </div>
  )
}

/** Compares addresses without case, because wallets differ in that of Ethereum addresses. On Solana case matters, but the server refuses another one. */
const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
