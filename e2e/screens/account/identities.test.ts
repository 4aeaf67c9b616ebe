import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { allow, change, handle, refuse } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'
import { button, dialog, join, letAnHourPass, moveElsewhere, tapPlayer, texted } from './people.ts'
import { installWallet } from './wallets.ts'

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

test('a new fan signs in by SMS, over a match too, and their tapped vote is cast', async () => {
  allow(/^400 \/api\/auth\/phone-number\/(send-otp|verify)$/, /^409 \/api\/me\/phone\/remove$/)
  const match = await world.build({ names: ['Basile Courbet'] })
  await open(`/match/${match.id}`)
  await tapPlayer(match.playerIds[0])
  await button('Recevoir un code par SMS').click()
  await button('Recevoir le code').click()
  await expect.element(textWith('⚠️ Entre ton numéro de mobile')).toBeVisible()
  await page.getByLabelText('Numéro de mobile').fill('01 23 45 67 89')
  await button('Recevoir le code').click()
  await expect.element(textWith('Ce numéro n’est pas celui d’un mobile')).toBeVisible()
  await page.getByLabelText('Numéro de mobile').fill('06 00 00 03 01')
  await button('Recevoir le code').click()
  await expect.element(textWith('✅ Un code vient de partir au 06 00 00 03 01.')).toBeVisible()
  const code = await texted('+33600000301')
  await page.getByLabelText('Code à 6 chiffres').fill(code === '000000' ? '000001' : '000000')
  await expect.element(textWith('Ce code n’est pas le bon')).toBeVisible()
  await page.getByLabelText('Code à 6 chiffres').fill(code)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(textWith('1/3').first()).toBeVisible()
  await open('/profile')
  await expect.element(textWith('06 00 00 03 01').first()).toBeVisible()
  await button('Retirer').click()
  await expect.element(textWith('C’est ta seule façon de te connecter')).toBeVisible()
})

test('a fan adds their phone, signs in with it, and removes it', async () => {
  const email = await join()
  await button('Ajouter mon téléphone').click()
  await page.getByRole('dialog').getByLabelText('Numéro de mobile').fill('0600000302')
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted('+33600000302'))
  await button('Vérifier').click()
  await expect.element(textWith('Téléphone ajouté.')).toBeVisible()
  await expect.element(textWith('06 00 00 03 02').first()).toBeVisible()

  await button('Se déconnecter').click()
  await button('Recevoir un code par SMS').click()
  await page.getByLabelText('Numéro de mobile').fill('+33 6 00 00 03 02')
  await button('Recevoir le code').click()
  await page.getByLabelText('Code à 6 chiffres').fill(await texted('+33600000302', 2))
  await expect.element(textWith(email)).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/profile')
  const phone = page.getByRole('listitem').filter({ hasText: 'Téléphone' })
  await phone.getByRole('button', { name: 'Retirer', exact: false }).click()
  await expect.element(textWith('Téléphone retiré.')).toBeVisible()
  await expect.element(button('Ajouter mon téléphone')).toBeVisible()
})

describe('where mails and texts need a captcha', () => {
  const SCRIPTS = 'https://challenges.cloudflare.com/**'
  afterEach(() => commands.mend(SCRIPTS))
  const missing = (message: string) => ({ error: { code: 'missing_response', message, id: '1' } })

  // First, because the page retains a script that has loaded once.
  test('and it does not load, the screen shows an error and the fan may try again', async () => {
    await commands.cut(SCRIPTS)
    refuse(/^\/api\/me$/, 200, { fan: null, identity_providers: [], captcha: 'site' })
    refuse(/^\/api\/auth\/phone-number\/send-otp$/, 400, missing('Robot ?'))
    await open('/profile')
    await button('Recevoir un code par SMS').click()
    await page.getByLabelText('Numéro de mobile').fill('0600000305')
    await button('Recevoir le code').click()
    await expect.element(textWith('❌ Erreur: la vérification anti-robot a échoué. Réessaie.')).toBeVisible()
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
    await expect.element(textWith('✅ Un code vient de partir')).toBeVisible()
    expect(proofs).toEqual([null, 'proof of site'])
  })
})

const NAME = 'Renard'
const ways = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('no wallet is offered if none announces itself', async () => {
  await open('/profile')
  await expect.element(button('Continuer avec Google')).toBeVisible()
  await expectCount(page.getByRole('button', { name: /Continuer avec/ }), 2)
})

test('a wallet of both chains is offered twice, and an endless name is cut', async () => {
  await installWallet('ethereum', NAME)
  await installWallet('solana', NAME)
  await installWallet('solana', `Portefeuille ${'très '.repeat(50)}long`)
  await open('/profile')
  await expect.element(button(`Continuer avec ${NAME} (Ethereum)`)).toBeVisible()
  await expect.element(button(`Continuer avec ${NAME} (Solana)`)).toBeVisible()
  await expect.element(button('Continuer avec Portefeuille très très t')).toBeVisible()
})

test.each([
  { chain: 'ethereum', name: 'Renard', title: 'Portefeuille Ethereum' },
  { chain: 'solana', name: 'Fantôme', title: 'Portefeuille Solana' },
] as const)('a new fan signs in with a wallet of $chain, and sees what they need to vote', async (one) => {
  allow(/^409 \/api\/me\/identities\/unlink$/)
  const { address } = await installWallet(one.chain, one.name)
  await open('/profile')
  await button(`Continuer avec ${one.name}`).click()
  await expect.element(ways(one.title)).toMatchTextContent(shortAddress(address))
  await expect.element(textWith('Un portefeuille ne suffit pas pour voter')).toBeVisible()
  await expect.element(page.getByText('Supporter', { exact: true })).toBeVisible()
  await ways(one.title).getByRole('button').click()
  await expect.element(textWith('C’est ta seule façon de te connecter')).toBeVisible()
  await button('Se déconnecter').click()
  await expect.element(button(`Continuer avec ${one.name}`)).toBeVisible()
})

test('the vote tapped before a sign-in by wallet is refused with what to add', async () => {
  allow(/^403 \/api\/votes\/\d+$/)
  await installWallet('ethereum', NAME)
  const match = await world.build({ names: ['Basile Courbet'] })
  await open(`/match/${match.id}`)
  await tapPlayer(match.playerIds[0])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Continuer avec ${NAME}`, exact: true })
    .click()
  await expect.element(textWith('ajoute ton téléphone, Google ou Apple dans ton profil')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectCount(textWith('1/3'), 0)
})

test('a wallet that opens another fan’s account is not added', async () => {
  allow(/^409 \/api\/auth\/wallet\/verify$/)
  await installWallet('solana', NAME)
  await open('/profile')
  await button(`Continuer avec ${NAME}`).click()
  await expectCount(ways('Portefeuille Solana'), 1)
  await moveElsewhere()
  await signIn()
  await open('/profile')
  await button(`Ajouter ${NAME}`).click()
  await expect.element(textWith('Ce portefeuille ouvre déjà un autre compte.')).toBeVisible()
})

test('the screen reports each way in which a wallet fails to sign, and its button works again', async () => {
  const { setMood } = await installWallet('ethereum', NAME, 'refuses to sign')
  await open('/profile')
  const enter = button(`Continuer avec ${NAME}`)
  await enter.click()
  await expect.element(textWith(`❌ Erreur: tu as refusé dans ${NAME}. Rien n’a été signé.`)).toBeVisible()
  setMood('has no account')
  await enter.click()
  await expect.element(textWith(`❌ Erreur: aucun compte n’est choisi dans ${NAME}.`)).toBeVisible()
  setMood('is busy')
  await enter.click()
  await expect.element(textWith(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
  setMood('is broken')
  await enter.click()
  await expect.element(textWith(`❌ Erreur: ${NAME} n’a pas répondu comme prévu.`)).toBeVisible()
  setMood('is silent')
  await enter.click()
  await expect.element(textWith(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood('willing')
  await enter.click()
  await expectCount(ways('Portefeuille Ethereum'), 1)
})

test('a fan who asks a wallet again while it still asks only has to answer there', async () => {
  const { setMood } = await installWallet('ethereum', NAME, 'thinks')
  await open('/profile')
  await button(`Continuer avec ${NAME}`).click()
  await expect.element(textWith(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood('is busy')
  await button(`Continuer avec ${NAME}`).click()
  await expect.element(textWith(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
  setMood('willing')
  await expectCount(ways('Portefeuille Ethereum'), 1)
})

test('a fan with a wallet alone signs in once more with it, and with no other', async () => {
  allow(/^403 \/api\/auth\/wallet\/verify$/)
  await installWallet('ethereum', NAME)
  await installWallet('ethereum', 'Loup')
  await open('/profile')
  await button(`Continuer avec ${NAME}`).click()
  await expectCount(ways('Portefeuille Ethereum'), 1)
  await letAnHourPass()
  await button('Ajouter Loup').click()
  const again = dialog('C’est bien toi ?')
  await again.getByRole('button', { name: 'Continuer avec Loup' }).click()
  const refused = 'le compte choisi dans Loup n’est pas celui qui ouvre ton compte Tribune.'
  await expect.element(again.getByText(refused, { exact: false })).toBeVisible()
  await again.getByRole('button', { name: `Continuer avec ${NAME}` }).click()
  await expect.element(page.getByText('Portefeuille ajouté.')).toBeVisible()
  await expectCount(ways('Portefeuille Ethereum'), 2)
})

test('wallets over a match have no accessibility violation', async () => {
  await installWallet('ethereum', NAME)
  await installWallet('solana', 'Fantôme')
  const match = await world.build({ names: ['Basile Courbet'] })
  await open(`/match/${match.id}`)
  await tapPlayer(match.playerIds[0])
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Continuer avec Fantôme' })).toBeVisible()
  await expectNoViolation('over a match')
})

test('wallets on the profile have no accessibility violation', async () => {
  allow(/^403 \/api\/auth\/wallet\/verify$/)
  await installWallet('ethereum', NAME, 'is silent')
  await installWallet('solana', 'Fantôme')
  await open('/profile')
  await button(`Continuer avec ${NAME}`).click()
  await expect.element(textWith(`Réponds dans ${NAME}.`)).toBeVisible()
  await expectNoViolation('waiting')
  await button('Continuer avec Fantôme').click()
  await expectCount(ways('Portefeuille Solana'), 1)
  await expect.element(button(`Ajouter ${NAME}`)).toBeVisible()
  await expectNoViolation('sign-in methods')
  await letAnHourPass()
  await button('Ajouter Fantôme').click()
  await expect.element(dialog('C’est bien toi ?')).toBeVisible()
  await expectNoViolation('again')
  await expectToFit()
})
