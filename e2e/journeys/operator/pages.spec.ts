import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { BOOK, type OperatorPage, PAGES, SHOWCASE } from '../../shared/operator-pages.ts'
import { enterAs } from '../../support/sign-in.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

/** Expects what the operator sees of an open page. */
async function expectAllOf(page: Page, world: World, [, title, shown]: OperatorPage): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(`Connecté comme administrateur : ${world.admin.email}`)).toBeVisible()
  await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
}

test('each page opens at its address', async ({ page, world }) => {
  await enterAs(page, world)
  const pages = new Map([...PAGES, SHOWCASE].map((one) => [one[0], one]))
  await eachOf([...pages.keys()], async (path) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(200)
    await expectAllOf(page, world, pages.get(path) as OperatorPage)
  })
})

test('the administration opens the brand book in a tab, which gives the mark as files', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto('/admin?tab=brand')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Ouvrir le Brand Book' }).click()
  const book = await opened
  await expect(book).toHaveURL(`${world.url}${BOOK[0]}`)
  expect((await page.request.get(BOOK[0])).status()).toBe(200)
  await expectAllOf(book, world, BOOK)
  const saved = async (button: string) => {
    const download = book.waitForEvent('download')
    await book.getByRole('button', { name: button }).click()
    const file = await download
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  const svg = await saved('Télécharger : Icône de l’app, SVG')
  expect(svg.name).toBe('tribune-icon.svg')
  expect(svg.bytes.toString()).toMatch(/^<svg .*fill="#070b17".*fill="#d98e55".*fill="#c9d1de".*fill="#f2c14e"/)
  const png = await saved('Télécharger : Marque, fond clair, PNG 256 px')
  expect(png.name).toBe('tribune-light-256.png')
  // The width and height of a PNG are in its first 24 bytes.
  expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([256, 256])
  expect(png.bytes.length).toBeGreaterThan(1_000)
})
