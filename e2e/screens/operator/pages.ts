import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../../web/src/lib/http/query-client.ts'
import type { OperatorPage } from '../../shared/operator-pages.ts'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { expectCount, open } from '../support/screen.ts'
import { requests } from '../support/wire.ts'
import { read, world } from '../support/world.ts'

const SIGN_IN = /Connecte-toi comme administrateur pour/
/** Matches the reads that the server refuses to a visitor. */
const REFUSED = /^\/api\/(?:votes_|match_votes|edge_metrics|open_runs|operator)/

const main = page.getByRole('main')

/** Expects a page to show a text, the given number of sign-in prompts for the operator, and no pending read. */
async function expectShown(shown: string | RegExp, asks: number): Promise<void> {
  await expect.element(main.getByText(shown, { exact: false }).first()).toBeVisible()
  await expectCount(page.getByText(SIGN_IN), asks)
  await expectCount(page.getByText('Chargement…', { exact: false }), 0)
}

/** Opens a page as a visitor, and expects its public part, with a sign-in prompt for the operator in place of the rest. */
export async function visit([path, title, shown, asks]: OperatorPage): Promise<void> {
  await page.viewport(PHONE.width, PHONE.height)
  await open(path)
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByText('sans session d’administrateur', { exact: false })).toBeVisible()
  await expectShown(shown, asks)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(requests(REFUSED), `what ${path} asks for, and is refused to a visitor`).toEqual([])
}

/** Opens a page as the operator on a desktop, and expects all of it. */
export async function openAll([path, title, shown]: OperatorPage): Promise<void> {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  await open(path)
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByText(`Connecté comme administrateur : ${world.admin.email}`)).toBeVisible()
  await expectShown(shown, 0)
}

/** A table by how its title begins. */
export function tableOf(title: string) {
  return page.getByRole('region', { name: `Tableau : ${title}`, exact: false })
}

/** A match whose result is published. */
export async function publishedMatch(): Promise<number> {
  const { items } = await read<{ items: { match_id: number }[] }>('/api/rpc/get_match_winners')
  const last = items.at(-1)
  if (last === undefined) throw new Error('No result is published')
  return last.match_id
}
