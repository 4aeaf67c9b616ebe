import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as french from '@zxcvbn-ts/language-fr'

/** Longer passwords are judged by their beginning: the time of judging grows faster than the length. */
const JUDGED_LENGTH = 32
/** Substitutions of signs by letters (`@` by `a`) that are tried. Each is a whole search, and a crafted password has a hundred. */
const SUBSTITUTIONS = 10
/** A thousand guesses: an attacker with ten tries in a quarter of an hour makes that many in a day. */
const MIN_GUESSES_LOG10 = 3

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...french.dictionary },
  graphs: common.adjacencyGraphs,
  l33tMaxSubstitutions: SUBSTITUTIONS,
})

/** Returns whether a password is among the first that an attacker would try, or made of the fan's own address. Slow: see password-judge.ts. */
export function isGuessable(password: string, email: string): boolean {
  const own = [email.replace(/@.*/, ''), ...email.split(/[@.+_-]/)].filter((part) => part.length > 2)
  const { guessesLog10 } = judge.check(password.slice(0, JUDGED_LENGTH), [email, ...own])
  return guessesLog10 < MIN_GUESSES_LOG10
}
