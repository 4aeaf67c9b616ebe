import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, said } from '../support/screen.ts'
import { allow } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'
import { button, dialog, letAnHourPass, moveElsewhere, tapPlayer } from './people.ts'
import { installWallet } from './wallets.ts'

const NAME = 'Renard'
const ways = (name: string) => page.getByRole('listitem').filter({ hasText: name })

test('no wallet is offered where none announces itself', async () => {
  await open('/profile')
  await expect.element(button('Continuer avec Google')).toBeVisible()
  await expectCount(page.getByRole('button', { name: /Continuer avec/ }), 2)
})

test('a wallet of both chains is offered twice, and a name without end is cut', async () => {
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
] as const)('a newcomer signs in with a wallet of $chain, and learns what they need to vote', async (one) => {
  allow(/^409 \/api\/me\/identities\/unlink$/)
  const { address } = await installWallet(one.chain, one.name)
  await open('/profile')
  await button(`Continuer avec ${one.name}`).click()
  await expect.element(ways(one.title)).toMatchTextContent(shortAddress(address))
  await expect.element(said('Un portefeuille ne suffit pas pour voter')).toBeVisible()
  await expect.element(page.getByText('Supporter', { exact: true })).toBeVisible()
  await ways(one.title).getByRole('button').click()
  await expect.element(said('C’est ta seule façon de te connecter')).toBeVisible()
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
  await expect.element(said('ajoute ton téléphone, Google ou Apple dans ton profil')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectCount(said('1/3'), 0)
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
  await expect.element(said('Ce portefeuille ouvre déjà un autre compte.')).toBeVisible()
})

test('the screen reports each way in which a wallet fails to sign, and its button works again', async () => {
  const { setMood } = await installWallet('ethereum', NAME, 'refuses to sign')
  await open('/profile')
  const enter = button(`Continuer avec ${NAME}`)
  await enter.click()
  await expect.element(said(`❌ Erreur: tu as refusé dans ${NAME}. Rien n’a été signé.`)).toBeVisible()
  setMood('has no account')
  await enter.click()
  await expect.element(said(`❌ Erreur: aucun compte n’est choisi dans ${NAME}.`)).toBeVisible()
  setMood('is busy')
  await enter.click()
  await expect.element(said(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
  setMood('is broken')
  await enter.click()
  await expect.element(said(`❌ Erreur: ${NAME} n’a pas répondu comme prévu.`)).toBeVisible()
  setMood('is silent')
  await enter.click()
  await expect.element(said(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood('willing')
  await enter.click()
  await expectCount(ways('Portefeuille Ethereum'), 1)
})

test('a fan who asks a wallet again that is still asking only answers there', async () => {
  const { setMood } = await installWallet('ethereum', NAME, 'thinks')
  await open('/profile')
  await button(`Continuer avec ${NAME}`).click()
  await expect.element(said(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood('is busy')
  await button(`Continuer avec ${NAME}`).click()
  await expect.element(said(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
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
  await expect.element(said(`Réponds dans ${NAME}.`)).toBeVisible()
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
