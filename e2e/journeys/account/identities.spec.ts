import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { button, sayWho, texted } from '../../support/sign-in.ts'
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
  await button(page, 'Recevoir le lien').click()
  const { text } = await world.mailTo(email)
  await page.getByLabel('Code à 6 chiffres').fill(/(\d{3}\s\d{3})/.exec(text)?.[1] ?? '')
  await button(page, 'Me connecter avec le code').click()
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

test('the sign-in methods have no accessibility violation', async ({ page, world }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.goto('/profile')
  await expect(button(page, 'Continuer avec Apple')).toBeVisible()
  await expectNoViolation(page, 'signed out')
  await button(page, 'Recevoir un code par SMS').click()
  await expect(page.getByLabel('Numéro de mobile')).toBeVisible()
  await expectNoViolation(page, 'phone')
  await page.getByLabel('Numéro de mobile').fill('0600000303')
  await button(page, 'Recevoir le code').click()
  await button(page, 'Me connecter avec le code').click()
  await expectNoViolation(page, 'code')
  await expectToFit(page)
  await world.signIn(page)
  await page.goto('/profile')
  await expect(button(page, 'Ajouter Apple')).toBeVisible()
  await expectNoViolation(page, 'security')
  await expectToFit(page)
})

test('a newcomer is in by SMS, over a match too, and the tapped vote comes along', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^400 \/api\/auth\/phone-number\/(send-otp|verify)$/, /^409 \/api\/me\/phone\/remove$/)
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await button(page, 'Recevoir un code par SMS').click()
  await button(page, 'Recevoir le code').click()
  await expect(page.getByText('⚠️ Entre ton numéro de mobile')).toBeVisible()
  await page.getByLabel('Numéro de mobile').fill('01 23 45 67 89')
  await button(page, 'Recevoir le code').click()
  await expect(page.getByText('Ce numéro n’est pas celui d’un mobile')).toBeVisible()
  await page.getByLabel('Numéro de mobile').fill('06 00 00 03 01')
  await button(page, 'Recevoir le code').click()
  await expect(page.getByText('✅ Un code vient de partir au 06 00 00 03 01.')).toBeVisible()
  const code = await texted(page, '+33600000301')
  await page.getByLabel('Code à 6 chiffres').fill(code === '000000' ? '000001' : '000000')
  await button(page, 'Me connecter avec le code').click()
  await expect(page.getByText('Ce code n’est pas le bon')).toBeVisible()
  await page.getByLabel('Code à 6 chiffres').fill(code)
  await button(page, 'Me connecter avec le code').click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('1/3').first()).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('06 00 00 03 01').first()).toBeVisible()
  await button(page, 'Retirer').click()
  await expect(page.getByText('C’est ta seule façon de te connecter')).toBeVisible()
})

test('a fan adds their phone, signs in with it, and removes it', async ({ page, world }) => {
  const email = 'avec-telephone@supporters.invalid'
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', email)
  await button(page, 'Ajouter mon téléphone').click()
  await page.getByRole('dialog').getByLabel('Numéro de mobile').fill('0600000302')
  await button(page, 'Recevoir le code').click()
  await page.getByLabel('Code à 6 chiffres').fill(await texted(page, '+33600000302'))
  await button(page, 'Vérifier').click()
  await expect(page.getByText('Téléphone ajouté.')).toBeVisible()
  await expect(page.getByText('06 00 00 03 02').first()).toBeVisible()

  await button(page, 'Se déconnecter').click()
  await button(page, 'Recevoir un code par SMS').click()
  await page.getByLabel('Numéro de mobile').fill('+33 6 00 00 03 02')
  await button(page, 'Recevoir le code').click()
  await page.getByLabel('Code à 6 chiffres').fill(await texted(page, '+33600000302', 2))
  await button(page, 'Me connecter avec le code').click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await page.getByRole('listitem').filter({ hasText: 'Téléphone' }).getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByText('Téléphone retiré.')).toBeVisible()
  await expect(button(page, 'Ajouter mon téléphone')).toBeVisible()
})

test.describe('where mails and texts need a captcha', () => {
  // Its script comes from elsewhere, which the pages of this world allow nobody.
  test.use({ bypassCSP: true })

  test('it is solved without interaction, and the mail is sent', async ({ page }) => {
    const proofs: (string | undefined)[] = []
    await page.context().route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = {
          render: (place, { sitekey, callback }) => (setTimeout(callback, 0, 'proof of ' + sitekey), 'one'),
          remove: () => {},
        }`,
      }),
    )
    await page.context().route('**/api/me', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), challenge: 'site' } })
    })
    await page.context().route('**/api/auth/sign-in/magic-link', async (route) => {
      const proof = await route.request().headerValue('x-captcha-response')
      proofs.push(proof ?? undefined)
      if (proof !== null) return route.continue()
      const error = { code: 'missing_response', message: 'Il faut d’abord vérifier que tu n’es pas un robot.', id: '1' }
      await route.fulfill({ status: 400, json: { error } })
    })
    await page.goto('/profile')
    await button(page, 'Recevoir un lien par e-mail').click()
    await page.getByLabel('Adresse e-mail').fill('personne@supporters.invalid')
    await button(page, 'Recevoir le lien').click()
    await expect(page.getByText('✅ Un lien de connexion vient de partir')).toBeVisible()
    expect(proofs).toEqual([undefined, 'proof of site'])
  })

  test('and does not load, the fan is told so and may try again', async ({ page }) => {
    await page.context().route('https://challenges.cloudflare.com/**', (route) => route.abort())
    await page
      .context()
      .route('**/api/me', (route) => route.fulfill({ json: { fan: null, identity_providers: [], challenge: 'site' } }))
    await page
      .context()
      .route('**/api/auth/phone-number/send-otp', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 'missing_response', message: 'Robot ?', id: '1' } } }),
      )
    await page.goto('/profile')
    await button(page, 'Recevoir un code par SMS').click()
    await page.getByLabel('Numéro de mobile').fill('0600000305')
    await button(page, 'Recevoir le code').click()
    await expect(page.getByText('❌ Erreur: la vérification anti-robot a échoué. Réessaie.')).toBeVisible()
    await expect(button(page, 'Recevoir le code')).not.toHaveAttribute('aria-busy')
  })
})
