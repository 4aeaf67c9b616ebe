import { getContact } from '@tribune/contract/contact.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'

export function registerContact(route: Router, { config }: App): undefined {
  route(getContact, async () => ({ email: config.contactEmail, ...config.legal }))
  return undefined
}
