import type { PersonalDataId } from '@tribune/contract/privacy.ts'

/**
 * The kinds of personal data that the product stores, each with its types in Apple's privacy manifest. A new kind does not compile without a line here. Apple has no
 * type for the kinds with an empty list: secrets that identify a fan, and data that is counted or logged without an account.
 */
const COLLECTED: Readonly<Record<PersonalDataId, readonly string[]>> = {
  email: ['EmailAddress', 'UserID'],
  password: [],
  phone: ['PhoneNumber'],
  provider: ['UserID'],
  wallet: ['UserID'],
  second_factor: [],
  name: ['Name'],
  // IP address and user agent.
  session: ['OtherDataTypes'],
  vote: ['OtherUserContent'],
  evidence: ['OtherDataTypes'],
  voting_right: ['OtherDataTypes'],
  follows: ['OtherUserContent'],
  push: ['DeviceID'],
  digest: ['EmailAddress'],
  message: ['EmailAddress', 'PhoneNumber'],
  guesses: [],
  made_lately: [],
  requests: [],
  log: [],
}

/** Apple's types of data that does not identify a fan: counted errors of the app (docs/decisions/092). */
const UNLINKED = ['CrashData'] as const

/** Returns Apple's types of the data that is stored, each once. */
export function collectedTypes(): string[] {
  return [...new Set([...Object.values(COLLECTED).flat(), ...UNLINKED])]
}

/** Returns whether data of this type identifies a fan. */
export function isLinked(type: string): boolean {
  return !UNLINKED.some((unlinked) => unlinked === type)
}
