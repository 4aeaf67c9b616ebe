import '../../../web/src/styles/app.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { PHONE } from '../../support/samples.ts'
import { leave } from './screen.ts'
import { clearWire, unexpected } from './wire.ts'

// No service worker.
vi.stubEnv('PROD', false)

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await commands.signOut()
  await page.viewport(PHONE.width, PHONE.height)
  clearWire()
})

afterEach(() => {
  const complaints = unexpected()
  leave()
  expect(complaints, 'what the browser complained of').toEqual([])
})
