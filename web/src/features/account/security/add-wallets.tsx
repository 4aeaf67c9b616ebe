import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountMessages, identities as words } from '@tribune/french/sentences/account.ts'
import { identitiesQuery } from '../../../data/account.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'
import type { Wallet } from '../sign-in/wallet-rules.ts'
import { addWallet } from './security-calls.ts'

interface AddWalletsProps {
  /** Those of this page. */
  readonly wallets: readonly Wallet[]
  /** Handles a refusal; `again` repeats the refused call. */
  readonly onRefused: (again: () => void) => (message: string, cause: unknown) => void
}

/** The wallets that the fan can add as sign-in methods. */
export function AddWallets({ wallets, onRefused }: AddWalletsProps) {
  const client = useQueryClient()
  const { mutate, mutateAsync } = useMutation({
    mutationFn: addWallet,
    onSuccess: async () => {
      toast(words.walletAdded)
      await client.invalidateQueries(identitiesQuery)
    },
    // A fan who has to sign in first keeps their signature, which the server has not checked yet.
    onError: (cause, proof) => onRefused(() => mutate(proof))(messageOf(cause), cause),
  })
  if (wallets.length === 0) return null
  return (
    <>
      <WalletButtons
        wallets={wallets}
        label={words.link}
        onSigned={(proof) => mutateAsync(proof).catch(() => undefined)}
        onProblem={(message) => toast(accountMessages.other(message), 'error')}
      />
      <ProofPlace />
    </>
  )
}
