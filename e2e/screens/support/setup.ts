import '../../../web/src/styles/app.css'
import '../../../web/src/testing/effects-at-once.ts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import { SETTLED_MS } from '../../../web/src/lib/limits.ts'
import { pretendFastNetwork, settleAtOnce } from '../../shared/page-start.ts'
import { PHONE } from '../../support/samples.ts'
import { leave } from './screen.ts'
import { clearWire, lastRequests, unexpected } from './wire.ts'

/** How much of a failed test's screen, and of its requests, is printed. A dialog comes last in the screen's text. */
const WORDS = 2_500
const REQUESTS = 20

// No service worker.
vi.stubEnv('PROD', false)
settleAtOnce(SETTLED_MS)

beforeEach(async () => {
  pretendFastNetwork()
  localStorage.clear()
  sessionStorage.clear()
  await commands.signOut()
  await page.viewport(PHONE.width, PHONE.height)
  clearWire()
})

afterEach(({ task }) => {
  const complaints = unexpected()
  const left = task.result?.state === 'fail' ? whatIsLeft(task.result.errors?.[0]?.message, complaints) : null
  leave()
  if (left !== null) throw new Error(left)
  expect(complaints, 'what the browser complained of').toEqual([])
})

/** Describes what a failed test leaves: the first line of its failure, complaints, its address, its screen in words, and its last requests. */
function whatIsLeft(failure = '', complaints: readonly string[]): string {
  // biome-ignore lint/performance/useDomNodeTextContent: the words that are seen, line by line
  const words = document.body.innerText.replace(/\s*\n\s*/g, ' | ').slice(-WORDS)
  return [failure.split('\n')[0], ...complaints, location.href, words, ...lastRequests(REQUESTS)].join('\n')
}
