import type { HomeFixture } from '@tribune/contract/matches.ts'
import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { expectCount, open } from '../support/screen.ts'
import { change, refuse } from '../support/wire.ts'

/** The reads of the home list: its own, and the stored rows that it falls back on. */
export const HOME_READ = /^\/api\/rpc\/get_home_matches/
const FALLBACK_READ = /^\/api\/home_fixtures/

/** Returns what makes competitions, so that each test sees only its own matches. Each file begins at ids of its own. */
export function competitionsFrom(first: number) {
  let last = first
  return () => {
    last += 1
    return { competitionId: last, competition: `Coupe ${last}`, only: `/?c=${last}` }
  }
}

/** Matches on the home list, drawn as cards or as rows. */
export const rows = page.css('#matchs section li').filter({ has: page.css('a[href^="/match/"]') })
export const headings = page.getByRole('main').getByRole('heading', { level: 2 })
export const box = page.getByRole('searchbox')
/** A button whose name contains this. */
export const button = (name: string) => page.getByRole('button', { name, exact: false })

export function cardOf(id: number): Locator {
  return page.css('#matchs section li').filter({ has: page.css(`a[href="/match/${id}"]`) })
}

export async function openHome(): Promise<void> {
  await open('/')
  await expect.element(rows.first()).toBeVisible()
}

/** Removes some matches from the list from now on, as on a day without them. */
export function leaveOut(missing: (match: HomeFixture) => boolean): () => void {
  return change<{ items: HomeFixture[] }>(HOME_READ, ({ items }) => ({ items: items.filter((one) => !missing(one)) }))
}

/** Refuses the list and its fallback. Returns a function that ends this. */
export function refuseList(): () => void {
  const ends = [HOME_READ, FALLBACK_READ].map((read) => refuse(read))
  return () => {
    for (const end of ends) end()
  }
}

/** Expects the matches on the list, in any order. */
export async function expectOnly(...ids: number[]): Promise<void> {
  await expectCount(rows, ids.length)
  for (const id of ids) await expect.element(cardOf(id)).toBeVisible()
}
