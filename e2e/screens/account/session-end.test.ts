import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { endElsewhere, open, readsEnded } from '../support/screen.ts'
import { allow, handle, hold, requests } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'
import { button, dialog, tapPlayer } from './people.ts'

const OWN_READ = /^\/api\/me$/

const kind = page.getByRole('checkbox', { name: 'Ouverture du vote' })
const thisDevice = page.getByText('Cet appareil', { exact: true })

/** Waits until the app follows its session, which no first screen waits for. */
const expectFollowed = () => expect.poll(() => localStorage.getItem('tribune-fan')).not.toBeNull()

const comeBack = () => window.dispatchEvent(new Event('focus'))

/** Advances the clock until the stored session is stale. */
function aMinutePasses(): void {
  const now = Date.now
  const later = vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => later.mockRestore())
}

/** Opens the profile of a new fan, and waits until it follows the session. */
async function openProfile(): Promise<void> {
  await signIn()
  await open('/profile')
  await expect.element(kind).toBeVisible()
  await expectFollowed()
}

test('a call that is refused without a session signs the fan out on the screen, once', async () => {
  allow(/^401 \/api\/me\/push/)
  await openProfile()
  await endElsewhere()
  const before = requests(OWN_READ).length
  await kind.click()
  await expect.element(button('Recevoir mon code')).toBeVisible()
  await readsEnded()
  expect(requests(OWN_READ).length - before).toBe(1)
})

test('a fan who comes back after a minute finds that their session has ended while they were away', async () => {
  await openProfile()
  await endElsewhere()
  aMinutePasses()
  comeBack()
  await expect.element(button('Recevoir mon code')).toBeVisible()
})

test('a fan who comes back and signs out stays signed out, even if an earlier read answers later', async () => {
  await openProfile()
  await readsEnded()
  const [answered, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = handle(OWN_READ, async (_request, go) => {
    const answer = await go()
    answered.resolve()
    await arrived.promise
    return answer
  })
  onTestFinished(() => arrived.resolve())
  aMinutePasses()
  comeBack()
  await answered.promise
  end()
  await button('Se déconnecter').click()
  await expect.element(button('Recevoir mon code')).toBeVisible()
  arrived.resolve()
  await readsEnded()
  await expect.element(button('Recevoir mon code')).toBeVisible()
  await expect.element(button('Se déconnecter')).not.toBeInTheDocument()
})

test('the next fan of a page sees nothing of the former one’s', async () => {
  allow(/^401 \/api\/votes\/\d+$/)
  const match = await world.build()
  await signIn()
  await open(`/match/${match.id}`)
  await expectFollowed()
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await kind.click()
  await expect.element(kind).not.toBeChecked()
  await expect.element(thisDevice).toBeVisible()
  history.back()
  await expect.poll(() => location.pathname).toBe(`/match/${match.id}`)
  await endElsewhere()
  await tapPlayer(match.playerIds[0])
  await expect.element(dialog('Connecte-toi pour voter')).toBeVisible()
  await signIn()
  comeBack()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  // As long as nothing of the next fan has been read, nothing is shown.
  const release = hold(/^\/api\/me\/(?:push|sessions)$/)
  await page.getByRole('link', { name: 'Profil', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect.element(thisDevice).not.toBeInTheDocument()
  release()
  await expect.element(kind).toBeChecked()
})
