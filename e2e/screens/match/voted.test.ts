import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { VOTED_MS } from '../../../web/src/lib/limits.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectWhole } from '../support/large-text.ts'
import { expectCount, open, press } from '../support/screen.ts'
import { atMatch, button, choose, dialog, isPicked, isSaved, podium, target } from '../support/voting.ts'

const share = button('Partager mon podium')
const change = button('Changer mon vote')
const undo = button('Annuler le dernier changement')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('for some seconds after a complete vote is saved, the podium offers to share and to change it', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const { a, b, c, id } = await atMatch()
  await choose(a, b)
  await isSaved()
  await expectCount(change, 0)
  await choose(c)
  await expect.element(change).toBeVisible()
  // The focus stays with the player.
  await expect.element(target(c)).toHaveFocus()
  await expectWhole(share, change)
  await expectToFit(SMALL_PHONE)
  await expectNoViolation('just voted')
  await vi.advanceTimersByTimeAsync(VOTED_MS)
  await expectCount(change, 0)
  await expect.element(undo).toBeVisible()
  await expect.element(share).toBeVisible()

  // A ballot that is read was not made now.
  await open(`/match/${id}`)
  await isPicked(c)
  await expect.element(share).toBeVisible()
  await expectCount(change, 0)
})

test('the keyboard reaches both offers, which stay while the focus is on them, and the focus is never lost', async () => {
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await press(share, '{Enter}')
  await expect.element(dialog()).toBeVisible()
  await vi.advanceTimersByTimeAsync(VOTED_MS)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(share).toHaveFocus()
  await userEvent.tab()
  await expect.element(change).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expectCount(change, 0)
  await expect.element(page.getByText('Touche une place ou un joueur')).toBeVisible()
  await expect.element(podium().getByRole('button', { name: '1er, Éloi Vasseur\u00a0: changer' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await dialog().getByRole('button', { name: '3e, échange avec Ilian Costa' }).click()
  // The ballot is saved again.
  await expect.element(change).toBeVisible()
})
