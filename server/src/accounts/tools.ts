import type { App } from '../context.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import type { Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { createQuota, createSingleUse, type Quota, type SingleUse } from './guards/counters.ts'
import { createSeals, factorSeals, type Seals } from './guards/seals.ts'
import type { PasswordJudge } from './methods/password/password-judge.ts'
import { HOUR_S } from './settings.ts'

/** Dependencies of sign-in methods and hooks. */
export interface Tools {
  readonly app: App
  readonly mails: Post<Mail>
  readonly texts: Post<Sms>
  readonly judge: PasswordJudge
  readonly singleUse: SingleUse
  /** Hourly quotas of SMS, one for sign-ins and as much again for second proofs. */
  readonly signInTexts: Quota
  readonly factorTexts: Quota
  /** Seals pending codes. */
  readonly codes: Seals
  /** Seals second factors and the keys that sign claims. */
  readonly factors: Seals
}

export type Given = Pick<Tools, 'app' | 'mails' | 'texts' | 'judge'>

export function createTools(given: Given): Tools {
  const { config, pool } = given.app
  return {
    ...given,
    singleUse: createSingleUse(pool),
    signInTexts: createQuota(pool, 'sms', config.smsPerHour, HOUR_S),
    factorTexts: createQuota(pool, 'factor', config.smsPerHour, HOUR_S),
    codes: createSeals(config.secrets, 'codes under way'),
    factors: factorSeals(config),
  }
}
