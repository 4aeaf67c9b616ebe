import type { Page, Route } from '@playwright/test'
import { castBallot } from '../../support/api.ts'
import { countVibrations, scrollPage } from '../../support/home.ts'
import { atMatch, betweenTaps, choose, holdBallots, podium, row, target } from '../../support/match.ts'
import { NAMES } from '../../support/samples.ts'
import { eachOf, expect, test } from '../../support/world.ts'

const isPicked = (page: Page, playerId: number, picked = true) =>
  expect(target(page, playerId)).toHaveAttribute('aria-pressed', String(picked))
const isSaved = (page: Page) => expect(page.getByText('Enregistré', { exact: true })).toBeVisible()

test('three taps make a vote, each saved with its toast, the podium shows who is where, and confetti fly unless motion is reduced', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { a, b, c } = await atMatch(page, world)
  await expect(podium(page)).toContainText('0/3')
  await target(page, a).click()
  await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, b).click()
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await betweenTaps(page)
  await target(page, c).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(page.locator('body > canvas')).toBeVisible()
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
  await expect(page.getByText('Ton podium\u00a0: 1er Éloi Vasseur, 2e Tomàs Brunel, 3e Ilian Costa.')).toBeAttached()
  await page.reload()
  for (const player of [a, b, c]) await isPicked(page, player)
  await test.step('with reduced motion there is no confetti', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const next = await atMatch(page, world)
    await choose(page, next.a, next.b, next.c)
    await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
    await expect(page.locator('body > canvas')).toHaveCount(0)
  })
})

test('picks are removed, replaced, swapped and cleared, and undo takes each back', async ({ page, world }) => {
  await test.step('a tap on a pick removes it, a place asked for by a newcomer is taken over, and undo takes each back', async () => {
    const { a, b, c } = await atMatch(page, world)
    await choose(page, a, b)
    await target(page, a).click()
    await isPicked(page, a, false)
    await row(page, c).getByRole('button', { name: 'Choisir une place pour Ilian Costa' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '2e, remplace Tomàs Brunel' }).click()
    await expect(podium(page).getByRole('button', { name: '2e, Ilian Costa\u00a0: changer' })).toBeVisible()
    await isPicked(page, b, false)
    await page.getByRole('button', { name: 'Annuler le dernier changement' }).click()
    await expect(podium(page).getByRole('button', { name: '2e, Tomàs Brunel\u00a0: changer' })).toBeVisible()
    await isPicked(page, c, false)
    await isSaved(page)
  })
  await test.step('a fourth player asks whom they replace, and a place can be cleared from the podium', async () => {
    const { a, b, c, d } = await atMatch(page, world)
    await choose(page, a, b, c, d)
    const choice = page.getByRole('dialog', { name: 'Quelle place pour Noé Damour\u202f?' })
    await expect(choice.getByText('Ton podium est complet\u00a0: choisis qui remplacer.')).toBeVisible()
    await choice.getByRole('button', { name: '2e, remplace Tomàs Brunel' }).click()
    await isPicked(page, d)
    await isPicked(page, b, false)
    await podium(page).getByRole('button', { name: '3e, Ilian Costa\u00a0: changer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer du podium' }).click()
    await expect(podium(page)).toContainText('2/3')
    // Else it would leave with the session of the next fan.
    await isSaved(page)
  })
  await test.step('two picks swap their places in one save, and the vote stays complete', async () => {
    const { a, b, c } = await atMatch(page, world)
    await choose(page, a, b, c)
    await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
    await isSaved(page)
    const { sent, release } = await holdBallots(page)
    release()
    await podium(page).getByRole('button', { name: '3e, Ilian Costa\u00a0: changer' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '1er, échange avec Éloi Vasseur' }).click()
    await expect(podium(page).getByRole('button', { name: '1er, Ilian Costa\u00a0: changer' })).toBeVisible()
    await expect(podium(page).getByRole('button', { name: '3e, Éloi Vasseur\u00a0: changer' })).toBeVisible()
    await expect(podium(page)).toContainText('3/3')
    await isSaved(page)
    await page.reload()
    await expect(podium(page).getByRole('button', { name: '1er, Ilian Costa\u00a0: changer' })).toBeVisible()
    expect(sent).toEqual([[c, b, a]])
  })
})

test('an empty podium is not sent, says so, and the last one can be taken up again', async ({ page, world }) => {
  const { a, b } = await atMatch(page, world)
  await target(page, a).click()
  await isSaved(page)
  const { sent } = await holdBallots(page)
  await target(page, a).click()
  await expect(page.getByText('Un vote vide ne s’enregistre pas\u00a0: ton dernier choix reste gardé.')).toBeVisible()
  await page.getByRole('button', { name: 'Le reprendre' }).click()
  await isPicked(page, a)
  await target(page, b).click()
  await expect.poll(() => sent).toEqual([[a, b]])
})

test('a tap signed out opens the sign-in window, which closes itself and takes the vote up', async ({
  page,
  world,
}) => {
  const match = await world.build()
  await page.goto(`/match/${match.id}`)
  const player = match.playerIds[4] ?? 0
  await target(page, player).click()
  const dialog = page.getByRole('dialog', { name: 'Connecte-toi pour voter' })
  await dialog.getByLabel('Adresse e-mail').fill(world.fan.email)
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(world.fan.password)
  await dialog.getByRole('button', { name: 'Se connecter' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await isPicked(page, player)
})

test('a tap signed out is taken up in the tab that the mail’s link opens', async ({ page, world }) => {
  const match = await world.build()
  await page.goto(`/match/${match.id}`)
  const player = match.playerIds[4] ?? 0
  await target(page, player).click()
  await expect(page.getByRole('dialog', { name: 'Connecte-toi pour voter' })).toBeVisible()
  const other = await page.context().newPage()
  await world.signIn(other)
  await other.goto(`/match/${match.id}`)
  await isPicked(other, player)
  await expect(podium(other)).toContainText('1/3')
})

test('a session that ended meanwhile asks to sign in again, and keeps the pick', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 \/api\/votes\/\d+$/)
  const { a, b } = await atMatch(page, world)
  await target(page, a).click()
  await isSaved(page)
  await page.context().clearCookies()
  await target(page, b).click()
  const dialog = page.getByRole('dialog', { name: 'Connecte-toi pour voter' })
  await dialog.getByLabel('Adresse e-mail').fill(world.fan.email)
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(world.fan.password)
  await dialog.getByRole('button', { name: 'Se connecter' }).click()
  await expect(dialog).toBeHidden()
  await isPicked(page, b)
  await isSaved(page)
})

test('a vote that cannot be saved is rolled back, says why, and can be retried', async ({ page, world }) => {
  const { a, b } = await atMatch(page, world)
  await target(page, a).click()
  await isSaved(page)
  const { release } = await holdBallots(page, (route) => route.fulfill({ status: 503, body: '{}' }))
  await target(page, b).click()
  await isPicked(page, b)
  release()
  await expect(page.getByText(/^Erreur: /)).toBeVisible()
  await expect(page.getByText('Non enregistré')).toBeVisible()
  await expect(page.getByText('Ton podium précédent est revenu.')).toBeVisible()
  await isPicked(page, a)
  await isPicked(page, b, false)
  await page.context().unroute('**/api/votes/*')
  await target(page, b).click()
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
})

test('on a slow network the changes made meanwhile go together, and the last state wins', async ({ page, world }) => {
  const { fan, id, a, b, c, d } = await atMatch(page, world)
  const { sent, release } = await holdBallots(page)
  await target(page, a).click()
  await expect.poll(() => sent.length).toBe(1)
  await choose(page, b, c, c, d)
  await expect(podium(page)).toContainText('Enregistrement…')
  release()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await isSaved(page)
  expect(sent).toEqual([[a], [a, b, d]])
  const kept = await fetch(`${world.url}/api/votes/${id}`, { headers: { cookie: fan.cookie } })
  expect(((await kept.json()) as { vote: { complete: boolean } }).vote.complete).toBe(true)
})

test('a vote that closes while it is on its way is refused with its sentence, and the screen follows', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^409 \/api\/votes\/\d+$/)
  const { id, a } = await atMatch(page, world)
  const { sent, release } = await holdBallots(page)
  await target(page, a).click()
  await expect.poll(() => sent.length).toBe(1)
  await world.finish(id, 61)
  release()
  await expect(page.getByText('Erreur: Les votes sont clos pour ce match.')).toBeVisible()
  await expect(page.getByText('Votes clos')).toBeVisible()
  await expect(podium(page)).toHaveCount(0)
})

test('a vote that closes while the fan is choosing closes the window and says so', async ({ page, world }) => {
  await page.clock.install()
  const { a } = await atMatch(page, world, { status: 'finished', finishedAgo: 50 })
  await row(page, a)
    .getByRole('button', { name: /^Choisir une place/ })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.clock.fastForward('11:00')
  await expect(page.getByText('Les votes sont clos pour ce match.')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(podium(page)).toHaveCount(0)
})

test('an incomplete ballot is restored and invites to complete it, one that cannot be read is not overwritten', async ({
  page,
  world,
}) => {
  await test.step('an incomplete ballot is restored, and invites to complete it', async () => {
    const fan = await world.signIn(page)
    const match = await world.build({ names: NAMES })
    const [a = 0, b = 0] = match.playerIds
    expect(await castBallot(world, fan.cookie, match.id, [b, a])).toMatchObject({ status: 200 })
    await page.goto(`/match/${match.id}`)
    await expect(page.getByText('Ton vote n’est pas complet\u00a0: encore 1\u00a0joueur.')).toBeVisible()
    await expect(podium(page)).toContainText('2/3')
    await expect(page.locator('[data-player]').first()).toHaveAttribute('data-player', String(b))
  })
  await test.step('a ballot that cannot be read is not overwritten', async () => {
    const fan = await world.signIn(page)
    const match = await world.build({ names: NAMES })
    const [a = 0, b = 0, c = 0, d = 0] = match.playerIds
    expect(await castBallot(world, fan.cookie, match.id, [a, b, c])).toMatchObject({ status: 200 })
    const { sent, release } = await holdBallots(page)
    release()
    const unreadable = (route: Route) =>
      route.request().method() === 'GET' ? route.fulfill({ status: 403, body: '{}' }) : route.fallback()
    await page.context().route('**/api/votes/*', unreadable)
    await page.goto(`/match/${match.id}`)
    await expect(page.getByText('Ton vote n’a pas pu être lu.')).toBeVisible()
    // A pick reads again.
    const readAgain = page.waitForResponse('**/api/votes/*')
    await target(page, d).click()
    await readAgain
    await expect(page.getByText('Ton vote n’a pas pu être lu.')).toBeVisible()
    await isPicked(page, d, false)
    await page.context().unroute('**/api/votes/*', unreadable)
    await page.getByRole('button', { name: 'Réessayer' }).click()
    for (const player of [a, b, c]) await isPicked(page, player)
    await isPicked(page, d, false)
    await target(page, c).click()
    await expect.poll(() => sent).toEqual([[a, b]])
  })
})

test('a vote made in another tab is there when the fan comes back to this one', async ({ page, world }) => {
  const { id, a, b, c } = await atMatch(page, world)
  const other = await page.context().newPage()
  await other.goto(`/match/${id}`)
  await choose(other, a, b, c)
  await isSaved(other)
  await expect(other.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
  await isPicked(page, a, false)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  for (const player of [a, b, c]) await isPicked(page, player)
})

test('before the 60th minute a tap only vibrates', async ({ page, world }) => {
  const match = await world.build({ minute: 59 })
  const vibrations = await countVibrations(page)
  await page.goto(`/match/${match.id}`)
  const player = match.playerIds[0] ?? 0
  await expect(target(page, player)).toHaveAttribute('aria-disabled', 'true')
  await target(page, player).click({ force: true })
  await expect.poll(vibrations).toEqual([[30, 30, 30]])
  await isPicked(page, player, false)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a pick, a complete vote, a refusal and a ballot that waits vibrate', async ({ page, world }) => {
  const vibrations = await countVibrations(page)
  const { a, b, c, d } = await atMatch(page, world)
  await choose(page, a, b, c)
  await expect.poll(vibrations).toEqual([10, 10, 10, 30])
  const { release } = await holdBallots(page, (route) => route.fulfill({ status: 503, body: '{}' }))
  release()
  await target(page, d).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1er/ }).click()
  await expect.poll(vibrations).toEqual([10, 10, 10, 30, 10, [30, 30, 30]])
  await page.context().unroute('**/api/votes/*')
  const lost = await holdBallots(page, (route) => route.abort())
  lost.release()
  await target(page, d).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1er/ }).click()
  await expect.poll(vibrations).toEqual([10, 10, 10, 30, 10, [30, 30, 30], 10, 20])
})

test('four players to vote for are in sight on a phone of 740 px', async ({ page, world }) => {
  await page.setViewportSize({ width: 390, height: 740 })
  const { a, b, c } = await atMatch(page, world, { players: 22, home: 'Borussia Mönchengladbach' })
  const inSight = () =>
    page.evaluate(() => {
      const top = document.querySelector('[role=tablist]')?.getBoundingClientRect().bottom ?? Number.NaN
      const foot = document.querySelector('section[aria-label="Mon podium"]')?.getBoundingClientRect().top ?? Number.NaN
      const boxes = [...document.querySelectorAll('[data-player]')].map((row) => row.getBoundingClientRect())
      return boxes.filter((box) => box.top >= top && box.bottom <= foot).length
    })
  await expect.poll(inSight).toBeGreaterThanOrEqual(4)
  await choose(page, a, b, c)
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeVisible()
  await scrollPage(page, 0)
  await expect.poll(inSight).toBeGreaterThanOrEqual(4)
})

/** Words that are cut in the middle without a hyphen, in what is seen of an element. */
function brokenWords(root: Node): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text
    const top = (at: number) => {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      // The first letter after a soft hyphen has the hyphen's place too.
      return [...range.getClientRects()].at(-1)?.top ?? 0
    }
    for (let at = 1; at < data.length; at += 1) {
      const together = /\p{L}{2}/u.test(data.slice(at - 1, at + 1))
      if (together && top(at) > top(at - 1) + 4) broken.push(data)
    }
  }
  return broken
}

test('names break only between words or at a hyphen, and tell the clubs apart, on any phone', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await atMatch(page, world, { home: 'Borussia Mönchengladbach', away: 'Borussia Dortmund', players: 22 })
  await eachOf(['320', '360', '390', '430'], async (width) => {
    await page.setViewportSize({ width: Number(width), height: 700 })
    await scrollPage(page, 0)
    expect(await page.locator('main').evaluate(brokenWords)).toEqual([])
    await scrollPage(page, 400)
    const bar = page.locator('header').first()
    await expect(bar.getByText('MÖN', { exact: true })).toBeVisible()
    await expect(bar.getByText('DOR', { exact: true })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Borussia Mönchengladbach' })).toBeVisible()
  })
})
