import type { Page } from '@playwright/test'
import { button, sayWho } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

test('a provider: refused with the reason, left by the browser’s button, then used to come in', async ({
  page,
  world,
}) => {
  await page.goto('/profile')
  await test.step('refused: the fan is back where they were, and can choose another method', async () => {
    await button(page, 'Continuer avec Google').click()
    await sayWho(page, 'Google', null)
    await expect(page.getByText('❌ Erreur: connexion annulée.')).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/profile`)
    await page.reload()
    await expect(button(page, 'Continuer avec Apple')).toBeVisible()
    await expect(page.getByText('connexion annulée')).toHaveCount(0)
  })
  await test.step('left by the browser’s button: the form is as before', async () => {
    await button(page, 'Continuer avec Google').click()
    await expect(page.getByRole('heading', { name: 'Google, sur cette machine' })).toBeVisible()
    await page.goBack()
    await expect(button(page, 'Continuer avec Google')).not.toHaveAttribute('aria-busy')
  })
  for (const provider of ['Google', 'Apple']) {
    await test.step(`a newcomer is in with ${provider}, and nothing of the way stays in the address`, async () => {
      const email = `par-${provider.toLowerCase()}@supporters.invalid`
      await button(page, `Continuer avec ${provider}`).click()
      await sayWho(page, provider, email)
      await expect(page.getByText(email)).toBeVisible()
      await expect(page).toHaveURL(`${world.url}/profile`)
      await expect(page.getByRole('listitem').filter({ hasText: provider })).toHaveCount(1)
      // Signed out here and at the provider.
      await page.context().clearCookies()
      await page.reload()
    })
  }
})

test('the tapped vote waits while its fan is at the provider, even if they refuse at first', async ({
  page,
  world,
}) => {
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

test('a fan adds a sign-in method to their account, and removes it again', async ({ page, world }) => {
  await world.signIn(page)
  await page.goto('/profile')
  await button(page, 'Ajouter Google').click()
  await sayWho(page, 'Google', 'une-autre-adresse@supporters.invalid')
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await expect(button(page, 'Ajouter Google')).toHaveCount(0)
  await button(page, 'Retirer Google').click()
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(button(page, 'Retirer Google')).toHaveCount(0)
  await expect(button(page, 'Ajouter Google')).toBeVisible()
})

/** Signs in by Google, longer ago than is enough for what cannot be undone. */
async function signInLongAgo(page: Page, world: World, email: string): Promise<void> {
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', email)
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await world.advance(61)
}

/** Signs in once more by the code of a mail, as the window asks. */
async function signInByCode(page: Page, world: World, email: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'C’est bien toi ?' })).toBeVisible()
  await button(page, 'Recevoir mon code').click()
  const { text } = await world.mailTo(email)
  await page.getByLabel('Code à 6 chiffres').fill(/(\d{3}\s\d{3})/.exec(text)?.[1] ?? '')
}

test('removing a sign-in method needs a recent sign-in, and is done after it', async ({ page, world, complaints }) => {
  complaints.allow(/^403 \/api\/me\/identities\/unlink$/)
  const email = 'ancienne@supporters.invalid'
  await signInLongAgo(page, world, email)
  await button(page, 'Retirer Google').click()
  await signInByCode(page, world, email)
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a fan who signed in long ago and adds a provider is led there as soon as they have signed in', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^403 \/api\/auth\/link-social$/)
  const email = 'ancien-lien@supporters.invalid'
  await signInLongAgo(page, world, email)
  await button(page, 'Ajouter Apple').click()
  await signInByCode(page, world, email)
  await sayWho(page, 'Apple', email)
  await expect(button(page, 'Retirer Apple')).toBeVisible()
})
