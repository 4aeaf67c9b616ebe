import type { getMe } from '@tribune/contract/accounts.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE } from '../../support/samples.ts'
import { open, textsOf } from '../support/screen.ts'
import { change } from '../support/wire.ts'
import { castBallot, signIn, world } from '../support/world.ts'

const TITLES = [
  'Badges',
  'Ce que tu suis',
  'Mes derniers votes',
  'Apparence',
  'Notifications',
  'Sécurité',
  'Mes données',
]
const title = (name: string) => page.getByRole('main').getByText(name, { exact: true })
const left = (name: string) => title(name).element().getBoundingClientRect().left

/** Opens the profile of a fan with this many complete ballots. */
async function openWith(votes: number): Promise<void> {
  change<Output<typeof getMe>>(/^\/api\/me$/, (me) => ({ ...me, fan: me.fan && { ...me.fan, vote_count: votes } }))
  await open('/profile')
  await expect.element(title('Mes données')).toBeVisible()
}

test.each([0, 20])(
  'with %i votes, the settings stand beside them on a desktop, and after them for a reader',
  async (votes) => {
    await signIn()
    await page.viewport(DESKTOP.width, DESKTOP.height)
    await openWith(votes)
    expect(left('Apparence')).toBeGreaterThan(left('Badges'))
    expect(left('Notifications')).toBe(left('Apparence'))
    expect(left('Sécurité')).toBe(left(votes === 0 ? 'Mes derniers votes' : 'Notifications'))
    const spoken = textsOf(page.getByRole('main').getByText(new RegExp(`^(?:${TITLES.join('|')})$`)))
    expect(spoken).toEqual(TITLES)

    await page.viewport(PHONE.width, PHONE.height)
    expect(new Set(TITLES.map(left)).size).toBe(1)
  },
)

test('a ballot of a match that was replayed since is listed as one that no longer counts', async () => {
  await signIn()
  const { id, playerIds } = await world.build({ minute: 70 })
  await castBallot(id, playerIds.slice(0, 3))
  change<Output<typeof listVotes>>(/^\/api\/votes\?/, ({ items }) => ({
    items: items.map((vote) => ({ ...vote, earlier_attempt: 1 })),
  }))
  await openWith(1)
  await expect.element(page.getByText('Match rejoué : ne compte plus')).toBeVisible()
})
