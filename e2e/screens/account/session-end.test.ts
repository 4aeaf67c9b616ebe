import { expect, onTestFinished, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import { open } from '../support/screen.ts'
import { allow, hold, requests } from '../support/wire.ts'
import { signIn, world } from '../support/world.ts'
import { button, tapPlayer } from './people.ts'

const kind = page.getByRole('checkbox', { name: /^Le vote est ouvert/ })
const profile = page.getByRole('link', { name: 'Profil', exact: true })
const here = page.getByText('Cet appareil', { exact: true })

/** Waits until the page follows its session, which no first screen waits for. */
const isFollowed = () => expect.poll(() => localStorage.getItem('tribune-fan')).not.toBeNull()

/** Opens the profile of a new fan, and waits until it follows the session. */
async function openProfile(): Promise<void> {
  await signIn()
  await open('/profile')
  await expect.element(kind).toBeVisible()
  await isFollowed()
}

test('a call that is refused for want of a session signs the fan out on the screen, once', async () => {
  allow(/^401 \/api\/me\/push/)
  await openProfile()
  const before = requests(/^\/api\/me$/).length
  await commands.signOut()
  await kind.click()
  await expect.element(button('Se connecter')).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(requests(/^\/api\/me$/)).toHaveLength(before + 1)
})

test('a fan who comes back after a minute finds that their session has ended meanwhile', async () => {
  await openProfile()
  await commands.signOut()
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 61_000)
  onTestFinished(() => clock.mockRestore())
  window.dispatchEvent(new Event('focus'))
  await expect.element(button('Se connecter')).toBeVisible()
})

test('the next fan of a page sees nothing of the former one’s', async () => {
  allow(/^401 \/api\/votes\/\d+$/)
  const match = await world.build()
  await signIn()
  await open(`/match/${match.id}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
  await isFollowed()
  await profile.click()
  await kind.click()
  await expect.element(kind).not.toBeChecked()
  await expect.element(here).toBeVisible()
  history.back()
  await commands.signOut()
  await tapPlayer(match.playerIds[0])
  await expect.element(page.getByRole('dialog', { name: 'Connecte-toi pour voter' })).toBeVisible()
  await signIn()
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  // As long as nothing of the next fan has been read, nothing is shown.
  const release = hold(/^\/api\/me\/(?:push|sessions)$/)
  await profile.click()
  await expect.element(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect.element(here).not.toBeInTheDocument()
  release()
  await expect.element(kind).toBeChecked()
})
