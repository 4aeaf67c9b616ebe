import { signInAgain as words } from '../../i18n/fr-account.ts'
import { useFan } from '../../lib/http/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { AgainElsewhere } from '../sign-in-return/again-elsewhere.tsx'
import { useHasPassword } from './use-has-password.ts'

interface SignInAgainProps {
  /** What needs it; null while nothing does. Done once the fan has signed in. */
  readonly then: (() => void) | null
  /** Where a link by mail leads back to. */
  readonly back?: string
  readonly onClose: () => void
}

/** Asks a fan who signed in long ago to sign in once more before something that cannot be undone, with any method they have. */
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

/** Its form, for a window that has steps of its own. */
export function AgainForm({ back = '/profile', onSignedIn }: AgainFormProps) {
  const fan = useFan()
  const hasPassword = useHasPassword()
  const other = fan?.email == null ? 'phone' : 'link'
  const stage = hasPassword ? 'signIn' : other
  const form = useSignIn({
    back,
    known: { email: fan?.email ?? '', phone: fan?.phone ?? '', stage },
    onSignedIn,
  })
  const isElsewhere = fan?.email === null && fan.phone === null && form.stage !== 'factor'
  return isElsewhere ? <AgainElsewhere form={form} /> : <SignInPanel form={form} />
}
