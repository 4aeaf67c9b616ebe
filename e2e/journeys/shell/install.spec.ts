import type { Page } from '@playwright/test'
import { atMatch, choose, incomplete, podium, remove } from '../../support/match.ts'
import { leaveApp, workerReady } from '../../support/worker.ts'
import { expect, test, type World } from '../../support/world.ts'

interface Picture {
  readonly src: string
  readonly sizes: string
  readonly type: string
  readonly purpose?: string
  readonly form_factor?: string
  readonly label?: string
}

interface Manifest {
  readonly icons: readonly Picture[]
  readonly screenshots: readonly Picture[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[]
  readonly start_url: string
}

/** A page that reports how often the browser's install dialog was requested, and whether the browser's own offer was prevented. */
type InstallWindow = Window & { prompted?: number; refused?: boolean }

/** Reports the dialog that the browser would open, because none opens in a test. */
function allowInstallation(): void {
  const page = window as InstallWindow
  addEventListener('DOMContentLoaded', () => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      page.prompted = (page.prompted ?? 0) + 1
    }
    dispatchEvent(Object.assign(event, { prompt }))
    page.refused = event.defaultPrevented
  })
}
const prompted = (page: Page) => page.evaluate(() => (window as InstallWindow).prompted)
const offer = (page: Page) => page.getByText(/^(Installe Tribune|Tribune sur ton écran d’accueil)$/)
const saved = (page: Page) => expect(podium(page).getByText('Enregistré', { exact: true })).toBeVisible()

/** Expects nothing to be offered after a complete vote, once the code for it is there. */
async function expectNoOffer(page: Page, vote: () => Promise<void>): Promise<void> {
  const code = page.waitForResponse(/\/install-parts-/)
  await vote()
  await saved(page)
  await (await code).finished()
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))))
  await expect(offer(page)).toBeHidden()
}

/** Returns whether a picture is drawn up to its corner, so that a phone can cut any shape from it. */
function hasOpaqueCorner(page: Page, src: string): Promise<boolean> {
  return page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    canvas?.drawImage(picture, 0, 0)
    return canvas?.getImageData(0, 0, 1, 1).data[3] === 255
  }, src)
}

async function manifestOf(world: World): Promise<Manifest> {
  const answer = await fetch(`${world.url}/manifest.webmanifest`)
  expect(answer.headers.get('content-type')).toContain('application/manifest+json')
  return (await answer.json()) as Manifest
}

/** Returns the size at which a browser draws one of our pictures. */
function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    return `${image.naturalWidth}x${image.naturalHeight}`
  }, src)
}

test('the manifest and the icons of the page are complete, and the browser allows the installation', async ({
  page,
  world,
}) => {
  await page.goto('/')
  await test.step('the icons that the page itself names exist, in their type and size', async () => {
    for (const [rel, type, size] of [
      ['icon', 'image/svg+xml', null],
      ['apple-touch-icon', 'image/png', '180x180'],
    ] as const) {
      const src = (await page.locator(`link[rel="${rel}"]`).getAttribute('href')) ?? ''
      const answer = await fetch(`${world.url}${src}`)
      expect([answer.status, answer.headers.get('content-type')], src).toEqual([200, type])
      if (size !== null) expect(await sizeOf(page, src), src).toBe(size)
    }
    const manifest = page.locator('link[rel="manifest"]')
    await expect(manifest).toHaveAttribute('href', '/manifest.webmanifest')
  })
  await test.step('the browser finds nothing against the installation', async () => {
    const session = await page.context().newCDPSession(page)
    const { errors } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A window without a profile, as a test has one, cannot install anything.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })
  await test.step('the manifest is whole, and its pictures are of the sizes that it names', async () => {
    const manifest = await manifestOf(world)
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/',
      lang: 'fr',
      display: 'standalone',
      short_name: 'Tribune',
      categories: ['sports', 'entertainment'],
    })
    const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
    for (const { src, sizes, type } of pictures) {
      const answer = await fetch(`${world.url}${src}`)
      expect([answer.status, answer.headers.get('content-type')], src).toEqual([200, type])
      if (sizes !== 'any') expect(await sizeOf(page, src), src).toBe(sizes)
    }
    const ofPurpose = (wanted: string) =>
      manifest.icons.filter(({ purpose = 'any' }) => purpose === wanted).map(({ sizes }) => sizes)
    expect(ofPurpose('any')).toEqual(['any', '192x192', '512x512'])
    expect(ofPurpose('maskable')).toEqual(['192x192', '512x512'])
    for (const { src, purpose } of manifest.icons.filter(({ src }) => src.endsWith('.png')))
      expect(await hasOpaqueCorner(page, src), src).toBe(purpose === 'maskable')
    for (const { form_factor, label } of manifest.screenshots) expect([form_factor, typeof label]).toContain('string')
    const factors = manifest.screenshots.map(({ form_factor }) => form_factor)
    expect(new Set(factors)).toEqual(new Set(['narrow', 'wide']))
    for (const { url, name } of manifest.shortcuts) {
      await page.goto(url)
      await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
      await expect(page).not.toHaveTitle(/non trouvé/)
    }
  })
})

test('the installation is offered after the first complete vote, once, and by the browser’s own dialog', async ({
  page,
  world,
}) => {
  await page.addInitScript(allowInstallation)
  const { a, b, c } = await atMatch(page, world)
  expect(await page.evaluate(() => (window as InstallWindow).refused)).toBe(true)
  await choose(page, a, b)
  await expect(incomplete(page)).toBeVisible()
  await choose(page, c)
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  // The fan is asked one thing after the other: the club on the next screen, the installation after the next complete vote.
  await page.getByRole('link', { name: 'Accueil' }).first().click()
  const question = page.getByRole('region', { name: /^Suivre / })
  await expect(question).toBeVisible()
  await expect(offer(page)).toBeHidden()
  await question.getByRole('button', { name: 'Ne plus me le demander' }).click()
  await page.goBack()
  await remove(page, c)
  await choose(page, c)
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Installer' }).click()
  await expect(offer(page)).toBeHidden()
  expect(await prompted(page)).toBe(1)

  await page.reload()
  await expectNoOffer(page, () => remove(page, c).then(() => choose(page, c)))
})

test('nothing is offered to a fan who has installed the app by the browser’s menu', async ({ page, world }) => {
  await page.addInitScript(allowInstallation)
  await page.addInitScript(() => localStorage.setItem('tribune-follow-asked', 'asked'))
  const { a, b, c } = await atMatch(page, world)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expectNoOffer(page, () => choose(page, a, b, c))
})

test('the installed app starts without a network, and a returning fan’s console stays empty', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^ERR_(INTERNET_DISCONNECTED|FAILED|INCOMPLETE_CHUNKED_ENCODING) \/(api|media)\//)
  const { start_url } = await manifestOf(world)
  const errors: string[] = []
  const listen = (to: Page) => {
    to.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    to.on('pageerror', (error) => errors.push(error.message))
  }
  await page.goto(start_url)
  await workerReady(page)
  const returning = await page.context().newPage()
  listen(returning)
  for (const address of [start_url, '/rankings', '/points', start_url]) {
    await returning.goto(address)
    await returning.waitForLoadState('networkidle')
  }
  expect(errors).toEqual([])
  await page.context().setOffline(true)
  await leaveApp(page)
  await returning.goto(start_url)
  await expect(returning.getByText('Voter en direct').first()).toBeVisible()
  await expect(returning.getByText(/^Hors ligne — dernières nouvelles/)).toBeVisible()
  // Only what cannot come is missed: no script of the page is stopped by its policy.
  expect(errors.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([])
})
