import { handover as handoverWords, stages } from '@tribune/french/sentences/account.ts'
import { SignInPanel } from '../sign-in/sign-in-panel.tsx'
import { StraightToProvider } from '../sign-in/straight-to-provider.tsx'
import { useSignIn } from '../sign-in/use-sign-in.ts'
import { type Handover, handoverPath, type Proving } from '../sign-in-return/profile-address.ts'
import { Narrow } from './narrow.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export interface SignedOutProps {
  readonly opening: string | null
  /** The fan came by an invalid link: the form offers a new one. */
  readonly resetAgain: boolean
  /** The pending sign-in, after its first proof. */
  readonly proving: Proving | null
  readonly onProven: (back: string | null) => void
  /** The native app waits for a fan to sign in here. */
  readonly handover: Handover | null
}

/** The profile of a visitor: the sign-in form. */
export function SignedOut({ opening, resetAgain, proving, handover, onProven }: SignedOutProps) {
  const own = handover === null ? '/profile' : handoverPath({ ...handover, alone: true })
  const form = useSignIn({
    back: proving?.back ?? own,
    begin: resetAgain ? 'forgot' : 'signIn',
    opening,
    proven: proving?.proofs ?? null,
    onSignedIn: () => onProven(proving?.back ?? null),
  })
  const { title, intro } = stages[form.stage]
  return (
    <Narrow title={title} intro={handover !== null && form.stage === 'signIn' ? handoverWords.signIn : intro}>
      {handover?.provider != null && proving === null && <StraightToProvider asked={handover.provider} form={form} />}
      <SignInPanel form={form} />
      <div className="mt-8">
        <ThemeChoice />
      </div>
    </Narrow>
  )
}
