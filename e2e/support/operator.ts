import { expect, type Page } from '@playwright/test'
import type { Account, World } from './world.ts'

/** Signs the browser in with a password; as the operator by default. */
export async function enterAs(page: Page, world: World, { email, password }: Account = world.admin): Promise<void> {
  const answer = await page.request.post(`${world.url}/api/auth/sign-in/email`, {
    headers: { origin: world.url },
    data: { email, password },
  })
  expect(answer.status()).toBe(200)
}
