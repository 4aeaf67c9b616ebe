import type { Locator, Request } from '@playwright/test'
import { HOME_READ } from '../../support/samples.ts'
import { expect, test } from '../../support/world.ts'

/** Minutes after the whistle at which a vote has a few seconds left. */
const ALMOST_CLOSED = 59.8

const isStream = (request: Request) => new URL(request.url()).pathname === '/api/live'
const minuteOn = (card: Locator, shown: string) => card.getByText(shown, { exact: true })

test('an open home list follows a match from minute 58 to the closing of its vote, without a reload', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 58, score: [0, 0], home: 'Étoile du Large', away: 'Racing des Dunes' })
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await page.goto('/')
  expect((await stream).status()).toBe(200)
  // From here on, the list cannot be read again.
  for (const read of [HOME_READ, '**/api/home_fixtures*']) await page.context().route(read, (route) => route.abort())
  // Shows only this match, because a match whose vote is closed moves far down the list.
  await page.getByRole('searchbox').first().fill('Étoile du Large')
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${match.id}"]`) })
  await expect(minuteOn(card, "58'")).toBeVisible()
  await expect(card.getByRole('link', { name: "Votes à partir de la 60'" })).toBeVisible()

  await world.change(match.id, { minute: 59, score: [1, 0] })
  await expect(minuteOn(card, "59'")).toBeVisible()
  await expect(card.getByRole('link', { name: 'Étoile du Large 1, Racing des Dunes 0' })).toBeVisible()

  await world.change(match.id, { minute: 60 })
  await expect(card.getByText('Voter en direct')).toBeVisible()

  await world.finish(match.id, ALMOST_CLOSED)
  await expect(card.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
  await expect(card.getByText('Votes clos')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Voir les résultats')).toBeVisible()
})

test('an open timeline follows its match without a reload, removes an annulled goal, and works by keyboard', async ({
  page,
  world,
}) => {
  const state = { home: 'Étoile du Film', away: 'Racing des Bobines', names: ['Éloi Vasseur', 'Noé Damour'] }
  const match = await world.build({ ...state, score: [1, 0], events: [{ minute: 12, type: 'goal', player: 0 }] })
  await page.goto(`/match/${match.id}`)
  const row = page.locator(`[data-player="${match.playerIds[0]}"]`)
  await expect(row.getByText('1\u00a0but', { exact: false })).toBeAttached()
  await page.getByRole('button', { name: 'Le film du match' }).focus()
  await page.keyboard.press('Enter')
  const film = page.getByRole('dialog', { name: 'Le film du match' })
  await expect(film.getByText('12e minute, But, Éloi Vasseur, Étoile du Film, 1\u00a0–\u00a00')).toBeAttached()

  await world.change(match.id, { score: [0, 0], events: [{ minute: 14, type: 'annulled_goal', player: 0 }] })
  await expect(film.getByRole('listitem')).toHaveCount(1)
  await expect(film.getByText('14e minute, But annulé, Éloi Vasseur, Étoile du Film')).toBeAttached()
  await expect(row.getByText('1\u00a0but', { exact: false })).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(film).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Le film du match' })).toBeFocused()
})

/** Maximum number of connections that a browser opens to one server over HTTP/1.1. */
const CONNECTIONS = 6
const WINDOWS = CONNECTIONS + 4

test('ten visible windows share one stream, block no request, and elect another leader once theirs is closed', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 61, score: [0, 0], home: 'Étoile des Dix', away: 'Racing des Fenêtres' })
  const streams = new Set<Request>()
  page.context().on('request', (request) => isStream(request) && streams.add(request))
  page.context().on('requestfailed', (request) => streams.delete(request))
  page.context().on('requestfinished', (request) => streams.delete(request))
  const windows = [page]
  while (windows.length < WINDOWS) windows.push(await page.context().newPage())
  const shown = (minute: string) => windows.map((one) => one.getByRole('main').getByText(minute, { exact: true }))

  for (const one of windows) await one.goto(`/match/${match.id}`)
  for (const minute of shown("61'")) await expect(minute.first()).toBeVisible()
  await expect.poll(() => streams.size).toBe(1)

  await world.change(match.id, { minute: 62 })
  for (const minute of shown("62'")) await expect(minute.first()).toBeVisible()
  for (const one of windows) expect(await one.evaluate(async () => (await fetch('/api/health')).ok)).toBe(true)

  const [stream] = streams
  const leader = stream?.frame().page()
  await leader?.close()
  windows.splice(windows.indexOf(leader ?? page), 1)
  await world.change(match.id, { minute: 63 })
  for (const minute of shown("63'")) await expect(minute.first()).toBeVisible()
})
