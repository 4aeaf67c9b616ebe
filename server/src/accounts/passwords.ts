import { createHash } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as french from '@zxcvbn-ts/language-fr'

const LIMIT_MS = 1_500
/** Longer ones are judged by their beginning: judging takes longer than linearly. */
const JUDGED_LENGTH = 64
/** Guesses below which a password falls within a day to somebody who may try ten in a quarter of an hour: a thousand. */
const LEAST_GUESSES_LOG10 = 3
const HASH_PREFIX = 5
const ANSWER_BYTES = 200_000

const judge = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...french.dictionary },
  graphs: common.adjacencyGraphs,
})

/** Whether a password is among the first that anybody would try, or made of the fan's own address. */
export function isGuessable(password: string, email: string): boolean {
  const own = [email.replace(/@.*/, ''), ...email.split(/[@.+_-]/)].filter((part) => part.length > 2)
  const { guessesLog10 } = judge.check(password.slice(0, JUDGED_LENGTH), [email, ...own])
  return guessesLog10 < LEAST_GUESSES_LOG10
}

/**
 * Whether a password is known from a leak, as a service tells that is given the first five digits of its hash alone (the range protocol of
 * Have I Been Pwned). No answer in time is taken for no.
 */
export async function isLeaked(password: string, serviceUrl: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${serviceUrl}/range/${hash.slice(0, HASH_PREFIX)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!answer.ok) return false
    const lines = (await answer.text()).slice(0, ANSWER_BYTES).split('\n')
    return lines.some((line) => {
      const [suffix, times] = line.trim().split(':')
      return suffix === hash.slice(HASH_PREFIX) && Number(times) > 0
    })
  } catch {
    return false
  }
}
