import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { open, said } from '../support/screen.ts'
import { askDirectly, hold, lose, requests } from '../support/wire.ts'
import { read, signIn } from '../support/world.ts'
import { join } from './people.ts'

const SAVES = /^PUT \/api\/me\/digest$/

const setting = page.getByRole('checkbox', { name: 'Le récap de ta semaine, le lundi à 9\u00a0h' })
const sent = () =>
  requests(/^\/api\/me\/digest$/, 'PUT').map(({ body }) => (JSON.parse(body) as { wanted: boolean }).wanted)

test('two quick taps on the digest store the last choice, and the box does not jump in between', async () => {
  await join()
  await expect.element(setting).toBeEnabled()
  const release = hold(SAVES)
  await setting.click()
  await setting.click()
  expect(sent()).toEqual([true])
  release()
  await expect.element(page.getByText('Tu ne recevras plus le récap.')).toBeVisible()
  await expect.element(setting).not.toBeChecked()
  expect(sent()).toEqual([true, false])
  expect(await read('/api/me/digest')).toMatchObject({ wanted: false })
})

test('a choice that is not saved is taken back, and a wrong link says so', async () => {
  await join()
  lose(SAVES)
  await setting.click()
  await expect.element(page.getByText('Ton réglage n’a pas été enregistré. Réessaie.')).toBeVisible()
  await expect.element(setting).not.toBeChecked()
  const answer = await askDirectly('/api/digest/off/nonsense', { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Ce lien n’est pas valable.')])
})

test('a fan without an address sees what the digest needs', async () => {
  await signIn(false)
  await open('/profile')
  await expect.element(said('Il faut une adresse e-mail confirmée')).toBeVisible()
  await expect.element(setting).toBeDisabled()
  await expectNoViolation('profile without an address for the digest')
})
