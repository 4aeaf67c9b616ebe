import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../support/axe.ts'
import { expect, test, type World } from '../../support/world.ts'

const CLUBS = { home: 'FC Rive', away: 'Stade Aval', names: ['Ana Rivage', 'Bo Sel', 'Cy Dune'] }
const KEY = 'shared'

/** Stands in for a phone's sheet: remembers what it was given, or ends as told. */
async function withSheet(page: Page, outcome: 'shared' | 'AbortError' | 'NotAllowedError'): Promise<void> {
  await page.addInitScript(
    ([key, name]) => {
      const remember = async ({ files = [], ...data }: ShareData) => {
        if (name !== 'shared') throw new DOMException('', name)
        const kept = { ...data, files: files.map(({ name: file, type, size }) => ({ file, type, size })) }
        sessionStorage.setItem(key, JSON.stringify(kept))
      }
      Object.assign(navigator, { share: remember, canShare: () => true })
    },
    [KEY, outcome] as const,
  )
}

const shared = async (page: Page) =>
  JSON.parse((await page.evaluate((key) => sessionStorage.getItem(key), KEY)) ?? '{}')
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const INVITATION = 'FC Rive – Stade Aval\u00a0: vote pour tes trois meilleurs joueurs'
const RESULT = 'FC Rive 3 – 1 Stade Aval\u00a0: les meilleurs joueurs du match'

/** The head of a page once it has this headline: a busy server sends the default one rather than have a fan wait for it. */
async function headOf(world: World, path: string, headline: string) {
  let head = await readHead(world, path)
  const again = async () => {
    head = await readHead(world, path)
    return head.content('og:title')
  }
  await expect.poll(again).toBe(headline)
  return head
}

async function readHead(world: World, path: string) {
  const answer = await fetch(`${world.url}${path}`)
  const html = await answer.text()
  const content = (name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  return { status: answer.status, title: /<title>([^<]*)/.exec(html)?.[1], content, html }
}

/** A signed-in fan with three picks on an open match. */
async function votedMatch(page: Page, world: World) {
  const { cookie } = await world.signIn(page)
  const match = await world.build({ ...CLUBS, score: [3, 1], rating: 7 })
  const top3 = match.playerIds.slice(0, 3).map((player_id, index) => ({ position: index + 1, player_id }))
  const answer = await fetch(`${world.url}/api/votes/${match.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ top3 }),
  })
  expect(answer.status).toBe(200)
  return match
}

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

test('a link unfolds without spoilers while the vote is open, with the result afterwards', async ({ page, world }) => {
  const match = await world.build({ ...CLUBS, score: [3, 1], rating: 7 })
  const open = await headOf(world, `/match/${match.id}`, INVITATION)
  expect([open.status, open.title]).toEqual([200, 'FC Rive – Stade Aval · Tribune'])
  expect(open.content('og:url')).toBe(`${world.url}/match/${match.id}`)
  expect(open.html).not.toMatch(/3 – 1|Ana Rivage/)
  const before = await page.request.get(open.content('og:image'))
  expect([before.status(), before.headers()['content-type']]).toEqual([200, 'image/png'])

  await world.finish(match.id, 61)
  const closed = await headOf(world, `/match/${match.id}`, RESULT)
  const after = await page.request.get(closed.content('og:image'))
  expect(after.status()).toBe(200)
  expect((await after.body()).equals(await before.body())).toBe(false)
})

test('the screen keeps the title and the address that its page came with', async ({ page, world }) => {
  const match = await world.build(CLUBS)
  await headOf(world, `/match/${match.id}`, INVITATION)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('button', { name: 'Partager le match' })).toBeVisible()
  await expect(page).toHaveTitle('FC Rive – Stade Aval · Tribune')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${world.url}/match/${match.id}`)
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect(page).toHaveTitle('Classement · Tribune')
  await expect(canonical).toHaveAttribute('href', `${world.url}/rankings`)
})

test('a match nobody knows is a 404 that still shows the app', async ({ page, complaints }) => {
  complaints.allow(/^404 \/(match\/|api\/rpc\/get_match_screen\?match_id=)987654321$/)
  // A busy server, which cannot ask in time whether there is such a match, sends the page with 200.
  await expect(async () => expect((await page.goto('/match/987654321'))?.status()).toBe(404)).toPass()
  await expect(page.getByText('Match 987654321 non trouvé').first()).toBeVisible()
})

test('without a sheet the link is copied, by finger or key', async ({ page, world }) => {
  const match = await world.build(CLUBS)
  await page.goto(`/match/${match.id}`)
  await page.getByRole('button', { name: 'Partager le match' }).click()
  await expect(page.getByText('Lien copié')).toBeVisible()
  expect(await copied(page)).toBe(`${world.url}/match/${match.id}`)

  await page.goto(`/player/${match.playerIds[0]}`)
  const button = page.getByRole('button', { name: 'Partager ce joueur' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lien copié')).toBeVisible()
  expect(await copied(page)).toBe(`${world.url}/player/${match.playerIds[0]}`)
})

test('the phone’s sheet gets the match, and closing it says nothing', async ({ page, world, context }) => {
  const match = await world.build(CLUBS)
  await withSheet(page, 'shared')
  await page.goto(`/match/${match.id}`)
  await page.getByRole('button', { name: 'Partager le match' }).click()
  await expect.poll(() => shared(page)).toMatchObject({ title: 'FC Rive – Stade Aval', url: page.url() })

  const other = await context.newPage()
  await withSheet(other, 'AbortError')
  await other.goto(`/match/${match.id}`)
  const button = other.getByRole('button', { name: 'Partager le match' })
  await button.click()
  await expect(button).toBeEnabled()
  await expect(other.getByText('Lien copié')).toHaveCount(0)

  const refusing = await context.newPage()
  await withSheet(refusing, 'NotAllowedError')
  await refusing.goto(`/match/${match.id}`)
  await refusing.getByRole('button', { name: 'Partager le match' }).click()
  await expect(refusing.getByText('Lien copié')).toBeVisible()
})

test('a fan shares their own podium as a picture', async ({ page, world }) => {
  const match = await votedMatch(page, world)
  await withSheet(page, 'shared')
  await page.goto(`/match/${match.id}`)
  const button = page.getByRole('button', { name: 'Partager mon podium' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Mon podium' })
  await expect(dialog.getByText('Sans le score tant que le vote est ouvert.')).toBeVisible()
  const picture = dialog.getByRole('img', { name: 'Image à partager\u00a0: mon podium de FC Rive – Stade Aval' })
  await expect(picture).toHaveJSProperty('naturalWidth', 1080)
  await expectNoViolation(page, 'podium window')
  await dialog.getByRole('button', { name: 'Partager', exact: true }).click()
  await expect
    .poll(() => shared(page))
    .toMatchObject({ files: [{ file: `tribune-podium-${match.id}.png`, type: 'image/png' }] })
  expect((await shared(page)).text).toContain(`${world.url}/match/${match.id}`)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('a picture that fails says so and can be asked for again; where files are not shared it is kept on the device', async ({
  page,
  world,
}) => {
  const match = await votedMatch(page, world)
  await page.context().route('**/share/podium/**', (route) => route.abort(), { times: 1 })
  await page.goto(`/match/${match.id}`)
  await page.getByRole('button', { name: 'Partager mon podium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mon podium' })
  await expect(dialog.getByRole('alert')).toContainText('L’image n’a pas pu être dessinée.')
  await dialog.getByRole('button', { name: 'Réessayer' }).click()
  await expect(dialog.getByRole('img')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Télécharger l’image' }).click()
  const file = readFileSync(await (await download).path())
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1920])
  await expect(dialog.getByRole('button', { name: 'Partager', exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Copier le lien du match' }).click()
  await expect(page.getByText('Lien copié')).toBeVisible()
})

test('a published result is shared as a picture, and so is the fan’s own podium', async ({ page, world }) => {
  const match = await votedMatch(page, world)
  await world.finish(match.id, 61)
  await withSheet(page, 'shared')
  await page.goto(`/match/${match.id}`)
  const button = page.getByRole('main').getByRole('button', { name: 'Partager le résultat' }).last()
  await button.click()
  const result = page.getByRole('dialog', { name: 'Le résultat' })
  const picture = result.getByRole('img', {
    name: 'Image à partager\u00a0: les meilleurs joueurs de FC Rive – Stade Aval',
  })
  await expect(picture).toHaveJSProperty('naturalWidth', 1080)
  await result.getByRole('button', { name: 'Partager', exact: true }).click()
  await expect.poll(() => shared(page)).toMatchObject({ files: [{ file: `tribune-result-${match.id}.png` }] })
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.getByRole('button', { name: 'Partager mon podium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mon podium' })
  await expect(dialog.getByRole('img')).toBeVisible()
  await expect(dialog.getByText('Sans le score')).toHaveCount(0)
})
