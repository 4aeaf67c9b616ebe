import { choose, incomplete, openAsFan, podium, target } from '../../support/match.ts'
import { NAMES } from '../../support/samples.ts'
import { button, join, signInWithPassword } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test('a fan who signs out or in in one tab does so in the others', async ({ page, world }) => {
  const email = await join(page, world)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(button(other, 'Se déconnecter')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await expect(button(other, 'Recevoir mon code')).toBeVisible()

  await signInWithPassword(page, email)
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await expect(other.getByText(email)).toBeVisible()
})

test('a pick of a fan whose session had ended waits for them alone', async ({ page, world, complaints }) => {
  // The ballot that waits may be sent again before the page is left: it names its fan, and is refused in another's session.
  complaints.allow(/^401 \/api\//, /^409 \/api\/votes\//)
  await world.signIn(page)
  const match = await world.build({ names: NAMES })
  const [a = 0, b = 0] = match.playerIds
  await openAsFan(page, `/match/${match.id}`)
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  await page.context().clearCookies()
  await choose(page, a)
  await expect(page.getByRole('dialog')).toBeVisible()
  // Another fan takes the phone.
  await world.signIn(page)
  await page.reload()
  await expect(podium(page).getByText('Touche trois joueurs')).toBeVisible()
  await choose(page, b)
  await expect(incomplete(page)).toBeVisible()
  await expect(target(page, a)).toHaveAttribute('aria-pressed', 'false')
})
