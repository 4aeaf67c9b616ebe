import { hold } from '../../support/home.ts'
import { allowNotifications, ENABLE } from '../../support/push.ts'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { button } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const OWN_ANSWERS = /\/api\/(?:votes\?|me\/(?:push|digest|identities))/

for (const viewport of [PHONE, DESKTOP]) {
  test.describe(`at ${viewport.width}`, () => {
    test.use({ viewport })

    test('nothing on the profile moves under the finger while its parts load', async ({ page, world }) => {
      await allowNotifications(page)
      await world.signIn(page)
      const release = await hold(page, OWN_ANSWERS)
      await page.goto('/profile')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
      const places = () =>
        main
          .getByRole('heading')
          .evaluateAll((titles) =>
            titles.map((title) => [title.textContent, title.getBoundingClientRect().top + scrollY]),
          )
      const before = await places()
      release()
      await expect(button(page, 'Ajouter mon téléphone')).toBeVisible()
      await expect(button(page, ENABLE)).toBeVisible()
      await expect(page.getByLabel('Le récap de ta semaine')).toBeVisible()
      await expect(page.getByText('Aucun vote pour l’instant.')).toBeVisible()
      expect(await places()).toEqual(before)
    })
  })
}
