import type { PersonalDataId } from '@tribune/contract/privacy.ts'

/**
 * The kinds of personal data that the product stores, in the words of Apple's privacy manifest, whose list is closed. A new kind does not compile without a line
 * here. The empty ones are nothing that Apple asks for: secrets by which a fan is recognised, and what is counted or logged under no account.
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

/** Apple's types of what is stored without a way back to a fan: counted errors of the app (docs/decisions/092). */
const UNLINKED = ['CrashData'] as const

/** Returns Apple's types of the data that is stored, each once. */
export function collectedTypes(): string[] {
  return [...new Set([...Object.values(COLLECTED).flat(), ...UNLINKED])]
}

/** Whether data of this type leads to a fan. */
export function isLinked(type: string): boolean {
  return !UNLINKED.some((unlinked) => unlinked === type)
}
