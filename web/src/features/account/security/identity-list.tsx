import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Identity } from '@tribune/contract/accounts.ts'
import { isWalletChain } from '@tribune/domain/fans/wallet.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import {
  accountMessages,
  passwordChange as passwordWords,
  providerNames,
  providerTitles,
  walletTitles,
  identities as words,
} from '@tribune/french/sentences/account.ts'
import { KeyRound, Smartphone, Wallet } from 'lucide'
import { useState } from 'react'
import { identitiesQuery } from '../../../data/account.ts'
import { meQuery } from '../../../data/session.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROWS, SettingsRow } from '../../../ui/settings.tsx'
import { SkeletonOf } from '../../../ui/skeleton.tsx'
import { mustSignInAgain } from '../account-rules.ts'
import { phoneWords } from '../profile/fan-words.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { ProviderMark, useLeaving } from '../sign-in/provider-buttons.tsx'
import { useWallets } from '../sign-in/use-wallets.ts'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'
import type { Wallet as BrowserWallet } from '../sign-in/wallet-rules.ts'
import { type PasswordChange, PasswordDialog } from './password-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { addWallet, removePhone, unlinkIdentity } from './security-calls.ts'
import { MethodsUnread, SignInAgain, useHasPassword } from './sign-in-again.tsx'

/** The fan's sign-in methods, with buttons to add and remove them. */
export function IdentityList() {
  const { data } = useQuery(identitiesQuery)
  const me = useQuery(meQuery).data
  const hasMail = me?.fan?.email != null
  const client = useQueryClient()
  const [again, setAgain] = useState<(() => void) | null>(null)
  /** Handles a refusal: if the session is not fresh, the fan signs in again, and then the action runs. */
  const orSignIn = (act: () => void) => (message: string, cause: unknown) => {
    if (mustSignInAgain(cause)) setAgain(() => act)
    else toast(accountMessages.other(message), 'error')
  }
  const { leavingFor, leave } = useLeaving('link', '/profile', (message, cause, id) =>
    orSignIn(() => void leave(id))(message, cause),
  )
  const { mutate, isPending } = useMutation({
    mutationFn: unlinkIdentity,
    onSuccess: async () => {
      toast(hasMail ? words.unlinked : words.unlinkedWithoutMail)
      await client.invalidateQueries(identitiesQuery)
    },
    onError: (cause, id) => orSignIn(() => mutate(id))(messageOf(cause), cause),
  })
  const phone = me?.fan?.phone ?? null
  const [addingPhone, setAddingPhone] = useState(false)
  const [choosing, setChoosing] = useState<PasswordChange | null>(null)
  const hasPassword = useHasPassword()
  const wallets = useWallets()
  const removing = useMutation({
    mutationFn: () => removePhone(client),
    onSuccess: () => toast(words.phoneRemoved),
    onError: (cause) => orSignIn(() => removing.mutate())(messageOf(cause), cause),
  })
  const linked = new Set(data?.items.map(({ provider }) => provider))
  const missing = me?.identity_providers.filter((id) => id !== 'saml' && !linked.has(id)) ?? []
  const introWithoutMail = me?.fan?.verified === false ? words.introWalletAlone : words.introWithoutMail
  const addable = (
    <>
      {missing.map((id) => (
        <SettingsRow key={id} mark={<ProviderMark of={id} />} name={providerTitles[id]}>
          <Button busy={leavingFor === id} aria-label={words.link(providerNames[id])} onClick={() => leave(id)}>
            {words.add}
          </Button>
        </SettingsRow>
      ))}
      {phone === null && (
        <SettingsRow mark={<Icon of={Smartphone} size={20} />} name={words.phone}>
          <Button aria-label={words.addPhone} onClick={() => setAddingPhone(true)}>
            {words.add}
          </Button>
        </SettingsRow>
      )}
      {/* While that is unknown too: the placeholder reserves its room. */}
      {hasPassword !== true && me?.fan?.email_verified === true && (
        <SettingsRow mark={<Icon of={KeyRound} size={20} />} name={words.password}>
          <Button aria-label={passwordWords.set.label} onClick={() => setChoosing('set')}>
            {passwordWords.set.action}
          </Button>
        </SettingsRow>
      )}
      {wallets.length > 0 && (
        <SettingsRow
          mark={<Icon of={Wallet} size={20} />}
          name={words.wallets}
          below={
            <div className="flex flex-wrap gap-2">
              <AddWallets wallets={wallets} onRefused={orSignIn} />
            </div>
          }
        />
      )}
    </>
  )
  const intro = hasMail ? words.intro : introWithoutMail
  return (
    <section>
      <h3 className="mb-1">{words.title}</h3>
      <p className="mb-3 text-sm text-quiet">{intro}</p>
      {data === undefined ? (
        <MethodsUnread>
          <SkeletonOf>
            <ul className={ROWS}>{addable}</ul>
          </SkeletonOf>
        </MethodsUnread>
      ) : (
        <ul className={ROWS}>
          {data.items.map((identity) => (
            <IdentityRow
              key={identity.id}
              identity={identity}
              busy={isPending}
              onUnlink={() => mutate(identity.id)}
              onPassword={() => setChoosing('change')}
            />
          ))}
          {phone !== null && (
            <SettingsRow mark={<Icon of={Smartphone} size={20} />} name={words.phone} note={phoneWords(phone)}>
              <Button tone="quiet" className="-mr-4" busy={removing.isPending} onClick={() => removing.mutate()}>
                {words.unlink}
              </Button>
            </SettingsRow>
          )}
          {addable}
        </ul>
      )}
      <PasswordDialog change={choosing} onClose={() => setChoosing(null)} />
      <PhoneDialog open={addingPhone} onClose={() => setAddingPhone(false)} />
      <SignInAgain then={again} onClose={() => setAgain(null)} />
    </section>
  )
}

interface IdentityRowProps {
  readonly identity: Identity
  readonly busy: boolean
  readonly onUnlink: () => void
  readonly onPassword: () => void
}

function IdentityRow({ identity: { provider, address, since }, busy, onUnlink, onPassword }: IdentityRowProps) {
  const { mark, name } = lookOf(provider)
  const day = words.since(relativeDay(since, serverNow()))
  return (
    <SettingsRow mark={mark} name={name} note={address === null ? day : words.walletNote(address, day)}>
      {provider === 'password' && (
        <Button tone="quiet" className="-mr-4" aria-label={passwordWords.change.label} onClick={onPassword}>
          {passwordWords.change.action}
        </Button>
      )}
      {provider !== 'password' && (
        <Button
          tone="quiet"
          className="-mr-4"
          busy={busy}
          aria-label={words.unlinkOne(address ?? name)}
          onClick={onUnlink}
        >
          {words.unlink}
        </Button>
      )}
    </SettingsRow>
  )
}

function lookOf(provider: Identity['provider']) {
  if (provider === 'password') return { mark: <Icon of={KeyRound} size={20} />, name: words.password }
  if (isWalletChain(provider)) return { mark: <Icon of={Wallet} size={20} />, name: walletTitles[provider] }
  return { mark: <ProviderMark of={provider} />, name: providerTitles[provider] }
}

interface AddWalletsProps {
  /** Those of this page. */
  readonly wallets: readonly BrowserWallet[]
  /** Handles a refusal; `again` repeats the refused call. */
  readonly onRefused: (again: () => void) => (message: string, cause: unknown) => void
}

/** The wallets that the fan can add as sign-in methods. */
function AddWallets({ wallets, onRefused }: AddWalletsProps) {
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
