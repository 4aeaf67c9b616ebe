import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test, type World } from '../../support/world.ts'

const CLUBS = { home: 'FC Rive', away: 'Stade Aval', names: ['Ana Rivage', 'Bo Sel', 'Cy Dune'] }

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

test('where files are not shared the picture is kept on the device', async ({ page, world }) => {
  const match = await votedMatch(page, world)
  await page.goto(`/match/${match.id}`)
  await page.getByRole('button', { name: 'Partager mon podium' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mon podium' })
  await expect(dialog.getByRole('img')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Télécharger l’image' }).click()
  const file = readFileSync(await (await download).path())
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1920])
})
