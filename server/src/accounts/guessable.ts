import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as french from '@zxcvbn-ts/language-fr'

/** Longer ones are judged by their beginning: judging takes longer than linearly. */
const JUDGED_LENGTH = 32
/** Readings of signs as letters (`@` as `a`) that are tried: each is a whole search, and a crafted password has a hundred. */
const SUBSTITUTIONS = 10
/** Guesses below which a password falls within a day to somebody who may try ten in a quarter of an hour: a thousand. */
const LEAST_GUESSES_LOG10 = 3

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...french.dictionary },
  graphs: common.adjacencyGraphs,
  l33tMaxSubstitutions: SUBSTITUTIONS,
})

/** Whether a password is among the first that anybody would try, or made of the fan's own address. Slow: see password-judge.ts. */
export function isGuessable(password: string, email: string): boolean {
  const own = [email.replace(/@.*/, ''), ...email.split(/[@.+_-]/)].filter((part) => part.length > 2)
  const { guessesLog10 } = judge.check(password.slice(0, JUDGED_LENGTH), [email, ...own])
  return guessesLog10 < LEAST_GUESSES_LOG10
}
