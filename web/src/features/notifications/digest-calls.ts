import type { putDigest } from '@tribune/contract/own/digest.ts'
import { call } from '../../lib/http/api.ts'

/** Turns the weekly digest on or off. */
export function chooseDigest(wanted: boolean) {
  return call<typeof putDigest>('PUT', '/api/me/digest', { body: { wanted } })
}
