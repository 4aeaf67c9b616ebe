import { answerOrders } from '../../../infra/jobs/thread.ts'
import { isGuessable } from './guessable.ts'

/** A password to be judged. */
export interface Question {
  readonly password: string
  readonly email: string
}

answerOrders(({ password, email }: Question) => isGuessable(password, email))
