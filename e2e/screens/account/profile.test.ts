import type { getMe } from '@tribune/contract/accounts.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { chooseTheme } from '../../../web/src/features/account/profile/theme-choice.tsx'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open, textsOf, textWith } from '../support/screen.ts'
import { change, hold } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'
import { button } from './people.ts'
import { installWallet } from './wallets.ts'

const TITLES = [
  'Badges',
  'Ce que tu suis',
  'Mes derniers votes',
  'Notifications',
  'Apparence',
  'Sécurité',
  'Données et compte',
]
const title = (name: string) => page.getByRole('main').getByRole('heading', { name, exact: true, level: 2 })
const left = (name: string) => title(name).element().getBoundingClientRect().left

/** Opens the profile of a fan with this many complete ballots. */
async function openWith(votes: number): Promise<void> {
  change<Output<typeof getMe>>(/^\/api\/me$/, (me) => ({ ...me, fan: me.fan && { ...me.fan, vote_count: votes } }))
  await open('/profile')
  await expect.element(title('Données et compte')).toBeVisible()
}

test.each([0, 20])(
  'with %i votes, the settings are next to them on a desktop, and after them for a screen reader',
  async (votes) => {
    await signIn()
    await page.viewport(DESKTOP.width, DESKTOP.height)
    await openWith(votes)
    expect(left('Apparence')).toBeGreaterThan(left('Badges'))
    expect(left('Notifications')).toBe(left('Apparence'))
    expect(left('Sécurité')).toBe(left('Mes derniers votes'))
    expect(textsOf(page.getByRole('main').getByRole('heading', { level: 2 }))).toEqual(TITLES)

    await page.viewport(PHONE.width, PHONE.height)
    expect(new Set(TITLES.map(left)).size).toBe(1)
  },
)

test('a ballot of a match that was replayed since is listed as one that no longer counts', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ minute: 70 })
  await castBallot(id, playerIds.slice(0, 3))
  change<Output<typeof listVotes>>(/^\/api\/votes\?/, ({ items }) => ({
    items: items.map((vote) => ({ ...vote, earlier_attempt: 1 })),
  }))
  await openWith(1)
  await expect.element(page.getByText('Match rejoué : ne compte plus')).toBeVisible()
})

test('four votes are listed until the fan asks for all, and the focus moves to the fifth', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ minute: 70 })
  await castBallot(id, playerIds.slice(0, 3))
  change<Output<typeof listVotes>>(/^\/api\/votes\?/, ({ items }) => ({
    items: items.flatMap((vote) => Array.from({ length: 6 }, (_, index) => ({ ...vote, id: `${vote.id}-${index}` }))),
  }))
  await openWith(6)
  const cards = page
    .getByRole('region', { name: 'Mes derniers votes' })
    .getByRole('listitem')
    .filter({ has: page.css('a') })
  await expectCount(cards, 4)
  await button('Voir 2\u00a0votes de plus').click()
  await expectCount(cards, 6)
  await expect.element(cards.nth(4).getByRole('link')).toHaveFocus()
  await expectNoViolation('all last votes')
})

test('« Réglages » leads to them on a phone, and so does its address', async () => {
  await signIn()
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  await openWith(0)
  await page.getByRole('link', { name: 'Réglages' }).click()
  await expect.element(title('Notifications')).toBeInViewport()
  expect(location.hash).toBe('#reglages')
  await open('/profile#reglages')
  await expect.element(title('Notifications')).toBeInViewport()
})

test('a theme is saved on the device, and if the browser stores nothing, the screen shows a message', async () => {
  await open('/profile')
  const themes = page.getByRole('region', { name: 'Apparence' })
  onTestFinished(() => void chooseTheme('auto'))
  await themes.getByText('Sombre').click()
  await expect.element(themes.getByRole('status')).toHaveTextContent('Enregistré sur cet appareil')
  await expectNoViolation('a saved theme', ['dark'])
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused')
  })
  onTestFinished(() => refused.mockRestore())
  await themes.getByText('Clair').click()
  await expect.element(themes.getByText('valable pour cette visite', { exact: false })).toBeVisible()
})

const OWN_ANSWERS = /^\/api\/(?:votes\?|me\/(?:push|digest|identities|sessions))/

test.each([PHONE, DESKTOP])(
  'at $width nothing on the profile moves under the finger while its parts load',
  async ({ width, height }) => {
    const allowed = vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted')
    onTestFinished(() => allowed.mockRestore())
    await page.viewport(width, height)
    await signIn()
    // A button for each, in the room that is reserved.
    for (const name of ['Renard', 'Fantôme', 'Blaireau']) await installWallet('ethereum', name)
    const release = hold(OWN_ANSWERS)
    await open('/profile')
    const main = page.getByRole('main')
    await expect.element(main.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
    const places = () =>
      main
        .getByRole('heading')
        .elements()
        .map((title) => [title.textContent, title.getBoundingClientRect().top + scrollY] as const)
    const before = places()
    release()
    await expect.element(button('Ajouter mon téléphone')).toBeVisible()
    await expect.element(button('Ajouter Blaireau')).toBeVisible()
    await expect.element(button('Activer sur cet appareil')).toBeVisible()
    await expect.element(page.getByLabelText('Le récap de ta semaine', { exact: false })).toBeVisible()
    await expect.element(textWith('Aucun vote pour l’instant.')).toBeVisible()
    // Layouts round to a sixty-fourth of a pixel.
    expect(places()).toEqual(before.map(([title, top]) => [title, expect.closeTo(top, 1)]))
  },
)
