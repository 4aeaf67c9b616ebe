import { signInPrompt } from '@tribune/french/sentences/match.ts'
import { useState } from 'react'
import { dropPendingPick } from '../../../data/ballots/pending-pick.ts'
import { answerProblem } from '../../account/account-rules.ts'
import { SignInDialog } from '../../account/sign-in/sign-in-dialog.tsx'
import { useLinkAnswer } from '../../account/sign-in-return/use-link-answer.ts'

interface SignInToVoteProps {
  readonly matchId: number
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** The sign-in dialog of a match. The pick stays pending, also until the mail's link leads back here. */
export function SignInToVote({ matchId, open, onOpenChange }: SignInToVoteProps) {
  const link = useLinkAnswer()
  const [failed, setFailed] = useState(link.kind === 'refused')
  const close = (waiting: boolean) => {
    if (!waiting) dropPendingPick(matchId)
    setFailed(false)
    onOpenChange(false)
  }
  return (
    <SignInDialog
      open={open || failed}
      title={signInPrompt.title}
      description={signInPrompt.text}
      back={`/match/${matchId}`}
      opening={link.kind === 'refused' ? answerProblem(link.error) : null}
      afterwards={signInPrompt.afterwards}
      onSignedIn={() => {
        setFailed(false)
        onOpenChange(false)
      }}
      onClose={close}
    />
  )
}
