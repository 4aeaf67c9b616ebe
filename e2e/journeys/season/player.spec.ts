import type { CareerMatch } from '@tribune/server/testing/career.ts'
import { expect, test } from '../../support/world.ts'

const CLUB = 'FC Rive-Haute'

/** Newest first. */
const SHOWN: readonly CareerMatch[] = [
  { team: CLUB, against: 'Aval SC', daysAgo: 2, rank: 1, points: 300, score: [2, 1] },
  { team: CLUB, against: 'Stade Amont', daysAgo: 6, away: true, rank: 2, points: 240, score: [0, 3] },
  { team: CLUB, against: 'Olympique Val', daysAgo: 10, minutes: 0 },
  { team: CLUB, against: 'CS Delta', daysAgo: 22, rank: 7, points: 90 },
]

test('a player’s page has their season and a chart that a finger reads, and its matches lead to themselves', async ({
  page,
  world,
}) => {
  const { playerId, matchIds } = await world.career({ name: 'Léo Rivage', club: CLUB, matches: SHOWN })
  await page.goto(`/player/${playerId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Léo Rivage')
  await expect(page).toHaveTitle('Léo Rivage · Tribune')
  await expect(page.locator('dl > div', { hasText: 'Points de la saison' }).locator('dd')).toHaveText('630')
  const reader = page.getByRole('slider', { name: 'Match à lire' })
  await reader.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await reader.boundingBox()
  if (box === null) throw new Error('The chart is not drawn')
  const slot = box.width / SHOWN.length
  await page.touchscreen.tap(box.x + slot * 0.5, box.y + box.height / 2)
  await expect(page.getByRole('figure').getByRole('link')).toContainText('CS Delta')
  const matches = page.locator('section', { has: page.getByRole('heading', { name: 'Ses matchs' }) })
  await expect(matches.getByRole('listitem')).toHaveCount(SHOWN.length)
  await matches.getByRole('listitem').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/match/${matchIds[1]}`)
})
