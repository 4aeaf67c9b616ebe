import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountMessages, identities as words } from '../../i18n/fr-account.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { addWallet, identitiesQuery } from '../account/api.ts'
import { ChallengePlace } from '../proof/challenge-place.tsx'
import { useWallets } from '../sign-in/use-wallets.ts'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'

interface AddWalletsProps {
  /** What to do with a refusal: `again` is what was refused. */
  readonly onRefused: (again: () => void) => (message: string, cause: unknown) => void
}

/** The wallets of this page that may become sign-in methods of the fan. */
export function AddWallets({ onRefused }: AddWalletsProps) {
  const wallets = useWallets()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: addWallet,
    onSuccess: async () => {
      toast(words.walletAdded)
      await client.invalidateQueries(identitiesQuery)
    },
    // Who has to sign in first does not sign here again: until then nobody looked at the signature.
    onError: (cause, proof) => onRefused(() => mutate(proof))(messageOf(cause), cause),
  })
  if (wallets.length === 0) return null
  return (
    <>
      <WalletButtons
        wallets={wallets}
        label={words.link}
        onSigned={mutate}
        onProblem={(message) => toast(accountMessages.other(message), 'error')}
      />
      <ChallengePlace />
    </>
  )
}
