import { signInAgain as words } from '@tribune/french/sentences/account.ts'
import { useFan } from '../../../data/session.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { AgainElsewhere } from '../sign-in-return/again-elsewhere.tsx'
import { MethodsUnread } from './methods-unread.tsx'
import { useHasPassword } from './use-has-password.ts'

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
