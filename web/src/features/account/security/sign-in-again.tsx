import { useQuery } from '@tanstack/react-query'
import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import {
  accountMessages,
  signIn as signInWords,
  wallets as walletsWords,
  signInAgain as words,
} from '@tribune/french/sentences/account.ts'
import { common } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { identitiesQuery } from '../../../data/account.ts'
import { meQuery, useFan } from '../../../data/session.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { ProviderButtons } from '../sign-in/provider-buttons.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { type SignInForm, useSignIn } from '../sign-in/use-sign-in.ts'
import { useWallets } from '../sign-in/use-wallets.ts'
import { WalletButtons } from '../sign-in/wallet-buttons.tsx'

interface SignInAgainProps {
  /** The action that requires a fresh session, which runs once the fan has signed in; null while there is none. */
  readonly then: (() => void) | null
  /** Path that a mail's link leads back to. */
  readonly back?: string
  readonly onClose: () => void
}

/** Asks a fan without a fresh session to sign in again, by any of their methods, before an irreversible action. */
export function SignInAgain({ then, back, onClose }: SignInAgainProps) {
  return (
    <Dialog
      open={then !== null}
      onOpenChange={(next) => next || onClose()}
      title={words.title}
      description={words.text}
    >
      {then !== null && (
        <AgainForm
          back={back}
          onSignedIn={() => {
            onClose()
            then()
          }}
        />
      )}
    </Dialog>
  )
}

interface AgainFormProps {
  readonly back?: string | undefined
  readonly onSignedIn: () => void
}

/** The form alone, for a dialog with steps of its own. */
export function AgainForm(props: AgainFormProps) {
  const hasPassword = useHasPassword()
  return hasPassword === undefined ? <MethodsUnread /> : <KnownAgainForm {...props} hasPassword={hasPassword} />
}

interface KnownAgainFormProps extends AgainFormProps {
  readonly hasPassword: boolean
}

function KnownAgainForm({ back = '/profile', hasPassword, onSignedIn }: KnownAgainFormProps) {
  const fan = useFan()
  const other = fan?.email == null ? 'phone' : 'mail'
  const stage = hasPassword ? 'password' : other
  const form = useSignIn({
    back,
    known: { email: fan?.email ?? '', phone: fan?.phone ?? '', stage },
    onSignedIn,
  })
  const isElsewhere = fan?.email === null && fan.phone === null && form.stage !== 'factor'
  return isElsewhere ? <AgainElsewhere form={form} /> : <SignInPanel form={form} />
}

/** Signs a fan without an address or a phone in again, by the wallets and providers of their account. */
function AgainElsewhere({ form }: { readonly form: SignInForm }) {
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
      {own.length > 0 && wallets.length === 0 && <p className="text-quiet">{walletsWords.notHere}</p>}
      <ProofPlace />
    </div>
  )
}

/** Compares addresses without case, because wallets differ in that of Ethereum addresses. On Solana case matters, but the server refuses another one. */
const isAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

interface MethodsUnreadProps {
  /** A placeholder with the shape of what comes; by default that of a form. */
  readonly children?: ReactNode
}

/** Takes the place of what depends on the fan's sign-in methods, until they are read; says why if they cannot be. */
export function MethodsUnread({ children = <FormPlaceholder /> }: MethodsUnreadProps) {
  const { error, refetch } = useQuery(identitiesQuery)
  if (error !== null) {
    return (
      <ErrorNotice message={accountMessages.other(messageOf(error))} error={error} onRetry={() => void refetch()} />
    )
  }
  return children
}

function FormPlaceholder() {
  return (
    <div role="status">
      <Skeleton className="h-40" />
      <span className="sr-only">{common.loading}</span>
    </div>
  )
}

/** Returns whether the signed-in fan has a password, or `undefined` while unknown. */
export function useHasPassword(): boolean | undefined {
  return useQuery(identitiesQuery).data?.items.some(({ provider }) => provider === 'password')
}
