import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount } from '../support/screen.ts'
import { atMatch, choose } from '../support/voting.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const offer = page.getByText(/^(Installe Tribune|Tribune sur ton écran d’accueil)$/)
let prompted = 0

/** Reports the dialog that the browser would open, because none opens in a test; stores it as start.js does. */
function allowInstallation(): void {
  const prompt = async () => {
    prompted += 1
  }
  const event = Object.assign(new Event('beforeinstallprompt'), { prompt })
  window.installPrompt = event
  window.dispatchEvent(event)
}

function openInstalled(): void {
  const ask = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('display-mode') ? ({ matches: true } as MediaQueryList) : ask(query),
  )
}

/** Expects nothing to be offered after a complete vote, once the app has looked for what the browser allows. */
async function expectNoOffer(...picks: number[]): Promise<void> {
  const listen = vi.spyOn(window, 'addEventListener')
  await choose(...picks)
  const podium = page.getByRole('region', { name: 'Mon podium' })
  await expect.element(podium.getByText('Enregistré', { exact: true })).toBeVisible()
  await expect.poll(() => listen.mock.calls.map(([type]) => type)).toContain('beforeinstallprompt')
  await new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done))
  })
  await expect.element(offer).not.toBeInTheDocument()
}

beforeEach(() => {
  prompted = 0
  // The question which club to follow, which comes before the offer, was asked on this phone before.
  localStorage.setItem('tribune-follow-asked', 'asked')
})
afterEach(() => {
  vi.restoreAllMocks()
  delete window.installPrompt
  Reflect.deleteProperty(navigator, 'standalone')
})

test('the offer has no accessibility violation, and fits a small phone', async () => {
  allowInstallation()
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.element(offer).toBeVisible()
  await expectNoViolation('the offer to install')
  await expectToFit(SMALL_PHONE)
})

test('the offer waits for a browser that allows it late, even on a wide screen', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.element(page.getByText('Enregistré', { exact: true })).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
  allowInstallation()
  await expect.element(offer).toBeVisible()
  await expectNoViolation('the offer to install on a wide screen')
})

test('a fan who closes the offer does not see it again', async () => {
  allowInstallation()
  const { a, b, c } = await atMatch()
  await choose(a, b, c)
  await expect.element(offer).toBeVisible()
  await page.getByRole('button', { name: 'Non merci' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  const next = await atMatch()
  await expectNoOffer(next.a, next.b, next.c)
  expect(prompted).toBe(0)
})

test('nothing is offered in the installed app', async () => {
  allowInstallation()
  openInstalled()
  const { a, b, c } = await atMatch()
  await expectNoOffer(a, b, c)
})

describe('on an iPhone', () => {
  beforeEach(() => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE)
  })

  test('the fan is shown how to do it by hand', async () => {
    const { a, b, c } = await atMatch()
    await choose(a, b, c)
    const words = 'Touche Partager, puis « Sur l’écran d’accueil ».'
    await expect.element(page.getByText(words, { exact: false })).toBeVisible()
    await expectCount(page.getByRole('button', { name: 'Installer' }), 0)
    await expectToFit(SMALL_PHONE)
  })

  test('nothing is offered in the app on the home screen', async () => {
    Object.defineProperty(navigator, 'standalone', { value: true, configurable: true })
    const { a, b, c } = await atMatch()
    await expectNoOffer(a, b, c)
  })
})
