import { readFile } from 'node:fs/promises'
import { BOOK, PAGES, SHOWCASE } from '../../shared/operator-pages.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const TABS = ['Aujourd’hui', 'Diagnostics', 'Brand Book', 'Coefficients', 'Reporting']

test('the operator finds five tabs, whose names are in the address, and the brand book, which gives the mark as files', async ({
  page,
  world,
}) => {
  await enterAs(page, world)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByText(`Connecté : ${world.admin.email}`)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(TABS)
  await expect(page.getByRole('heading', { name: 'Chiffres du moment' })).toBeVisible()
  await page.getByRole('tab', { name: 'Coefficients' }).click()
  await expect(page).toHaveURL(`${world.url}/admin?tab=coefficients`)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Coefficients' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('tab', { name: 'Brand Book' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Ouvrir le Brand Book' }).click()
  const book = await opened
  const [address, title, shown] = BOOK
  await expect(book).toHaveURL(`${world.url}${address}`)
  await expect(book.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(book.getByText(`Connecté comme administrateur : ${world.admin.email}`)).toBeVisible()
  await expect(book.getByRole('main').getByText(shown).first()).toBeVisible()
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

  await page.getByRole('button', { name: 'Retour' }).click()
})

test('each page opens at its address', async ({ request }) => {
  for (const [path] of [...PAGES, SHOWCASE, BOOK]) expect((await request.get(path)).status(), path).toBe(200)
})

test('no fan’s page loads any code of the area', async ({ page, complaints }) => {
  complaints.allow(/^404 \/nulle-part-ailleurs$/)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const path of ['/', '/rankings', '/profile', '/nulle-part-ailleurs']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(scripts.filter((url) => /open-area|admin|operator|journal/.test(url))).toEqual([])
})
