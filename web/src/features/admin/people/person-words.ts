import type { Person } from '@tribune/contract/operator/people.ts'
import { isWalletChain } from '@tribune/domain/fans/wallet.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { walletTitles } from '@tribune/french/sentences/account.ts'
import { people as words } from '@tribune/french/sentences/operator/people.ts'

/** Names a fan in sentences: by address, number or id. */
export function nameOf({ email, phone, id }: Person): string {
  return email ?? phone ?? id
}

/** « Google », « Ethereum 0x12…ef ». */
export function methodOf({ provider, address }: Person['identities'][number]): string {
  if (isWalletChain(provider)) return `${walletTitles[provider]} ${address ?? ''}`.trimEnd()
  return words.methods[provider]
}

/** « 21 nov., 21 h 05 », where the operator is. */
export function momentOf(instant: string): string {
  return words.moment(shortDay(instant), hour(instant))
}
