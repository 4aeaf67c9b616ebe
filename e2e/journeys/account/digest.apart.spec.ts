import type { Page } from '@playwright/test'
import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { digestOf } from '@tribune/domain/messages/digest.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { button, join } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

// The clock goes days ahead here.
test.use({ worldOf: 'digest' })

const setting = (page: Page) => page.getByRole('checkbox', { name: 'Le récap de ta semaine, le lundi à 9 h' })

/** Moves the clock to noon of the next Wednesday, which every week has behind it whenever this runs. Returns that day. */
async function toWednesday(world: World): Promise<Date> {
  const now = await world.leap(0)
  const days = ((3 - now.getUTCDay() + 6) % 7) + 1
  const noon = new Date(now.getTime() + days * DAY_MS)
  noon.setUTCHours(12, 0, 0, 0)
  return world.leap((noon.getTime() - now.getTime()) / MINUTE_MS)
}

/** Moves the clock from a Wednesday to the next Monday at nine, in Paris. */
async function toMonday(world: World, wednesday: Date): Promise<void> {
  const monday = digestOf(new Date(wednesday.getTime() + 5 * DAY_MS).toISOString().slice(0, 10))
  const now = await world.leap(0)
  await world.leap(Math.ceil((monday.at.getTime() - now.getTime()) / MINUTE_MS))
}

async function digestOfFan(world: World, email: string) {
  const subject = async () => (await world.mailTo(email)).subject
  await expect.poll(subject).toMatch(/^Ta semaine dans la tribune/)
  return world.mailTo(email)
}

test('a fan chooses the digest, gets it on Monday, and ends it with one click', async ({ page, world }) => {
  const email = await join(page, world)
  await expect(setting(page)).not.toBeChecked()
  await setting(page).check()
  await expect(page.getByText('Tu recevras le récap le lundi.')).toBeVisible()
  await expect(page.getByText('les matchs à venir')).toBeVisible()
  await expectNoViolation(page, 'profile with the digest')
  await expectToFit(page, SMALL_PHONE)

  const wednesday = await toWednesday(world)
  const match = await world.build({
    home: 'Étoile Montrevel',
    away: 'US Lignane',
    score: [3, 1],
    rating: 7,
    coefficient: 40,
  })
  await world.finish(match.id, 70)
  await toMonday(world, wednesday)
  const mail = await digestOfFan(world, email)
  expect(mail.text).toContain('Étoile Montrevel 3\u00a0– 1 US Lignane')
  const off = mail.links.find((link) => link.includes('/api/digest/off/')) ?? ''
  expect(mail.headers['list-unsubscribe']).toContain(`<${off}>`)

  // As a mailbox provider does it: from elsewhere, without the fan's cookie.
  const answer = await fetch(off, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  await page.reload()
  await expect(setting(page)).not.toBeChecked()

  await setting(page).check()
  await expect(page.getByText('Tu recevras le récap le lundi.')).toBeVisible()
  await page.goto(off)
  await expect(page.getByText('Tu ne veux plus recevoir le récap')).toBeVisible()
  await expectNoViolation(page, 'page of the link in a digest')
  await expectToFit(page, SMALL_PHONE)
  await button(page, 'Ne plus le recevoir').click()
  await expect(page.getByText('C’est fait : le récap ne viendra plus.')).toBeVisible()
  await page.getByRole('link', { name: 'Ouvrir mon profil' }).click()
  await expect(setting(page)).not.toBeChecked()
})
