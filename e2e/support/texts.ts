import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Returns the code of the newest text to a phone, once it has received `count` of them. */
export async function texted(page: Page, phone: string, count = 1): Promise<string> {
  const read = async () => {
    const { items } = await (await page.request.get('/dev/sms.json')).json()
    return items.filter(({ to }: { to: string }) => to === phone) as { text: string }[]
  }
  await expect.poll(async () => (await read()).length).toBe(count)
  return (await read())[0]?.text.slice(0, 6) ?? ''
}
