import { afterEach, describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, said } from '../support/screen.ts'
import { allow, change, handle, refuse } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'
import { button, join, tapPlayer, texted } from './people.ts'

test('the sign-in methods have no accessibility violation', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  await open('/profile')
  await expect.element(button('Continuer avec Apple')).toBeVisible()
  await expectNoViolation('signed out')
  await button('Recevoir un code par SMS').click()
  await expect.element(page.getByLabelText('Numéro de mobile')).toBeVisible()
  await expectNoViolation('phone')
  await page.getByLabelText('Numéro de mobile').fill('0600000303')
  await button('Recevoir le code').click()
  await button('Me connecter avec le code').click()
  await expectNoViolation('code')
  await expectToFit()
  await signIn()
  await open('/profile')
  await expect.element(button('Ajouter Apple')).toBeVisible()
  await expectNoViolation('security')
  await expectToFit()
})

test('three sign-in methods next to each other have no accessibility violation', async () => {
  change<{ identity_providers: string[] }>(/^\/api\/me$/, ({ identity_providers, ...me }) => ({
    ...me,
    identity_providers: [...identity_providers, 'saml'],
  }))
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  await open('/profile')
  await expect.element(button('Continuer avec mon organisation')).toBeVisible()
  await expectNoViolation('signed out')
})

test('a newcomer is in by SMS, over a match too, and the tapped vote comes along', async () => {
  allow(/^400 \/api\/auth\/phone-number\/(send-otp|verify)$/, /^409 \/api\/me\/phone\/remove$/)
  const match = await world.build({ names: ['Basile Courbet'] })
  await open(`/match/${match.id}`)
  await tapPlayer(match.playerIds[0])
  await button('Recevoir un code par SMS').click()
  await button('Recevoir le code').click()
  await expect.element(said('⚠️ Entre ton numéro de mobile')).toBeVisible()
  await page.getByLabelText('Numéro de mobile').fill('01 23 45 67 89')
  await button('Recevoir le code').click()
  await expect.element(said('Ce numéro n’est pas celui d’un mobile')).toBeVisible()
  await page.getByLabelText('Numéro de mobile').fill('06 00 00 03 01')
  await button('Recevoir le code').click()
  await expect.element(said('✅ Un code vient de partir au 06 00 00 03 01.')).toBeVisible()
  const code = await texted('+33600000301')
  await page.getByLabelText('Code à 6 chiffres').fill(code === '000000' ? '000001' : '000000')
  await expect.element(said('Ce code n’est pas le bon')).toBeVisible()
  await page.getByLabelText('Code à 6 chiffres').fill(code)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(said('1/3').first()).toBeVisible()
  await open('/profile')
  await expect.element(said('06 00 00 03 01').first()).toBeVisible()
  await button('Retirer').click()
  await expect.element(said('C’est ta seule façon de te connecter')).toBeVisible()
})

test('a fan adds their phone, signs in with it, and removes it', async () => {
  const email = await join()
  await button('Ajouter mon téléphone').click()
  await page.getByRole('dialog').getByLabelText('Numéro de mobile').fill('0600000302')
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted('+33600000302'))
  await button('Vérifier').click()
  await expect.element(said('Téléphone ajouté.')).toBeVisible()
  await expect.element(said('06 00 00 03 02').first()).toBeVisible()

  await button('Se déconnecter').click()
  await button('Recevoir un code par SMS').click()
  await page.getByLabelText('Numéro de mobile').fill('+33 6 00 00 03 02')
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted('+33600000302', 2))
  await expect.element(said(email)).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/profile')
  const phone = page.getByRole('listitem').filter({ hasText: 'Téléphone' })
  await phone.getByRole('button', { name: 'Retirer', exact: false }).click()
  await expect.element(said('Téléphone retiré.')).toBeVisible()
  await expect.element(button('Ajouter mon téléphone')).toBeVisible()
})

describe('where mails and texts need a captcha', () => {
  const SCRIPTS = 'https://challenges.cloudflare.com/**'
  afterEach(() => commands.mend(SCRIPTS))
  const missing = (message: string) => ({ error: { code: 'missing_response', message, id: '1' } })

  // First, because the page retains a script that has loaded once.
  test('and it does not load, the screen says so and the fan may try again', async () => {
    await commands.cut(SCRIPTS)
    refuse(/^\/api\/me$/, 200, { fan: null, identity_providers: [], captcha: 'site' })
    refuse(/^\/api\/auth\/phone-number\/send-otp$/, 400, missing('Robot ?'))
    await open('/profile')
    await button('Recevoir un code par SMS').click()
    await page.getByLabelText('Numéro de mobile').fill('0600000305')
    await button('Recevoir le code').click()
    await expect.element(said('❌ Erreur: la vérification anti-robot a échoué. Réessaie.')).toBeVisible()
    await expect.element(button('Recevoir le code')).not.toHaveAttribute('aria-busy')
  })

  test('it is solved without interaction, and the mail is sent', async () => {
    const proofs: (string | null)[] = []
    await commands.serveScript(
      SCRIPTS,
      `window.turnstile = {
        render: (place, { sitekey, callback }) => (setTimeout(callback, 0, 'proof of ' + sitekey), 'one'),
        remove: () => {},
      }`,
    )
    change<object>(/^\/api\/me$/, (me) => ({ ...me, captcha: 'site' }))
    handle(/^\/api\/auth\/sign-in\/magic-link$/, async (request, go) => {
      const proof = request.headers.get('x-captcha-response')
      proofs.push(proof)
      if (proof !== null) return go()
      return Response.json(missing('Il faut d’abord vérifier que tu n’es pas un robot.'), { status: 400 })
    })
    await open('/profile')
    await page.getByLabelText('Adresse e-mail').fill('personne@supporters.invalid')
    await button('Recevoir mon code').click()
    await expect.element(said('✅ Un code vient de partir')).toBeVisible()
    expect(proofs).toEqual([null, 'proof of site'])
  })
})
