import type { Page } from '@playwright/test'
import { expectNoViolation, SMALL_PHONE, THEMES } from './axe.ts'
import { expect, test } from './world.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** At the provider: says who he is, or refuses. */
async function sayWho(page: Page, provider: string, email: string | null): Promise<void> {
  await expect(page.getByRole('heading', { name: `${provider}, sur cette machine` })).toBeVisible()
  if (email === null) return button(page, 'Refuser').click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Continuer').click()
}

for (const provider of ['Google', 'Apple']) {
  test(`a newcomer is in with ${provider}, and nothing of the way stays in the address`, async ({ page, world }) => {
    const email = `par-${provider.toLowerCase()}@supporters.invalid`
    await page.goto('/profile')
    await button(page, `Continuer avec ${provider}`).click()
    await sayWho(page, provider, email)
    await expect(page.getByText(email)).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/profile`)
    await expect(page.getByRole('listitem').filter({ hasText: provider })).toHaveCount(1)
  })
}

test('who refuses at the provider is back where he was, told so, and can choose another way', async ({
  page,
  world,
}) => {
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', null)
  await expect(page.getByText('❌ Erreur: connexion annulée.')).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await page.reload()
  await expect(button(page, 'Continuer avec Apple')).toBeVisible()
  await expect(page.getByText('connexion annulée')).toHaveCount(0)
})

test('who comes back with the browser’s button finds the form as it was, ready', async ({ page }) => {
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await expect(page.getByRole('heading', { name: 'Google, sur cette machine' })).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Continuer avec Google')).not.toHaveAttribute('aria-busy')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', 'revenue@supporters.invalid')
  await expect(page.getByText('revenue@supporters.invalid')).toBeVisible()
})

test('the tapped vote waits while its fan is at the provider, also when she first refuses', async ({ page, world }) => {
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', null)
  await expect(page.getByRole('dialog').getByText('❌ Erreur: connexion annulée.')).toBeVisible()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', 'votante@supporters.invalid')
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
})

test('a fan adds a way into his account, and takes it away again', async ({ page, world }) => {
  await world.signIn(page)
  await page.goto('/profile')
  const list = page.getByRole('listitem').filter({ hasText: /Google|Mot de passe/ })
  await button(page, 'Ajouter Google').click()
  await sayWho(page, 'Google', 'une-autre-adresse@supporters.invalid')
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await expect(button(page, 'Ajouter Google')).toHaveCount(0)
  const before = await list.count()
  await button(page, 'Retirer Google').click()
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(list).toHaveCount(before - 1)
  await expect(button(page, 'Ajouter Google')).toBeVisible()
})

test('who signed in long ago signs in once more, with a code, and then it is done', async ({ page, world }) => {
  const email = 'ancienne@supporters.invalid'
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', email)
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await world.advance(61)
  await button(page, 'Retirer Google').click()
  await expect(page.getByRole('dialog', { name: 'C’est bien toi ?' })).toBeVisible()
  await button(page, 'Recevoir le lien').click()
  const { text } = await world.mailTo(email)
  await page.getByLabel('Code à 6 chiffres').fill(/(\d{3}\s\d{3})/.exec(text)?.[1] ?? '')
  await button(page, 'Me connecter avec le code').click()
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const theme of THEMES) {
  test(`the ways in have no accessibility violation in the ${theme} theme`, async ({ page, world }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.setViewportSize(SMALL_PHONE)
    await page.goto('/profile')
    await expect(button(page, 'Continuer avec Apple')).toBeVisible()
    await expectNoViolation(page, 'signed out')
    await world.signIn(page)
    await page.goto('/profile')
    await expect(button(page, 'Ajouter Apple')).toBeVisible()
    await expectNoViolation(page, 'security')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(SMALL_PHONE.width)
  })
}
