import { readFile } from 'node:fs/promises'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test('a copy of a fan’s data is the file of their own profile, and stands in the journal', async ({
  page,
  world,
  browser,
}) => {
  const fanContext = await browser.newContext({ baseURL: world.url })
  const fanPage = await fanContext.newPage()
  const fan = await world.signIn(fanPage)
  const { email } = (await (await fanPage.request.get('/api/me')).json()).fan
  await enterAs(page, world)
  await page.goto('/admin/fans')
  await page.getByLabel('Adresse, numéro ou identifiant').fill(email)
  await page.getByRole('button', { name: 'Chercher' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger la copie' }).click()
  const file = await coming
  await expect(page.getByText('Copie téléchargée.')).toBeVisible()
  expect(file.suggestedFilename()).toBe(`tribune-donnees-${fan.id}.json`)
  const own = await fanPage.request.get('/api/me/data')
  expect(await readFile(await file.path(), 'utf8')).toBe(await own.text())
  await page.getByRole('link', { name: 'Voir ce qui a été fait sur ce compte' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Données d’un supporter copiées' })).toHaveCount(1)
  await fanContext.close()
})
