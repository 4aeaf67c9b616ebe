import { useQuery } from '@tanstack/react-query'
import { shortAddress } from '@tribune/domain/wallet.ts'
import { accountMessages, signIn as signInWords, wallets as words } from '../../i18n/fr-account.ts'
import { meQuery } from '../../lib/http/session.ts'
import { identitiesQuery } from '../account/api.ts'
import { ChallengePlace } from '../proof/challenge-place.tsx'
import { FormMessage } from '../sign-in/form-message.tsx'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import type { SignInForm } from '../sign-in/use-sign-in.ts'
import { useWallets } from '../sign-in/use-wallets.ts'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'

/** Signs in once more a fan with neither an address nor a phone: with the wallets and providers of their account. */
export function AgainElsewhere({ form }: { readonly form: SignInForm }) {
  const ways = useQuery(identitiesQuery).data?.items ?? []
  const offered = useQuery(meQuery).data?.identity_providers ?? []
  const own = ways.filter(({ address }) => address !== null)
  const wallets = useWallets().filter(({ chain }) => own.some(({ provider }) => provider === chain))
  const refuse = (message: string) => form.refuse({ field: null, text: accountMessages.other(message) })
  return (
    <div className="flex flex-col gap-3">
      <FormMessage message={form.message} />
      <ProviderButtons
        offered={offered.filter((id) => ways.some(({ provider }) => provider === id))}
        back={form.back}
        onProblem={refuse}
      />
      <WalletButtons
        className="w-full"
        wallets={wallets}
        label={signInWords.continueWith}
        suits={({ chain }, address) =>
          own.some((way) => way.provider === chain && isAlike(way.address ?? '', shortAddress(address)))
        }
        onSigned={form.enterByWallet}
        onProblem={refuse}
      />
      {own.length > 0 && wallets.length === 0 && <p className="text-quiet">{words.notHere}</p>}
      <ChallengePlace />
    </div>
  )
}

/** Wallets write an address of Ethereum in capitals or not; on Solana that makes another one, which the server would tell. */
const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
