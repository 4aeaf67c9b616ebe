import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { open, said } from '../support/screen.ts'
import { hold } from '../support/wire.ts'
import { signIn } from '../support/world.ts'
import { button } from './people.ts'
import { installWallet } from './wallets.ts'

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
    await expect.element(said('Aucun vote pour l’instant.')).toBeVisible()
    // Layouts round to a sixty-fourth of a pixel.
    expect(places()).toEqual(before.map(([title, top]) => [title, expect.closeTo(top, 1)]))
  },
)
