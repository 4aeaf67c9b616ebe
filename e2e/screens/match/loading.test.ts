import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NAMES } from '../../support/samples.ts'
import { expectCount, open } from '../support/screen.ts'
import { button, dialog, rememberRevealed, row, SCREEN } from '../support/voting.ts'
import { allow, endAtTap, hold, lose, refuse, requests } from '../support/wire.ts'
import { world } from '../support/world.ts'

test.each(['424242', 'abc', '999999999999999999999', '0', '-1', '%F0%9F%A6%8A'])(
  'the address of a match that there is not, as /match/%s, says so, and leads home',
  async (id) => {
    allow(/^40[04] \/api\/rpc\/get_match_screen\?match_id=\d+$/)
    await open(`/match/${id}`)
    await expect.element(page.getByRole('alert')).toMatchTextContent(`Match ${decodeURIComponent(id)} non trouvé`)
    await expect.element(button('Recharger la page')).toBeVisible()
    await page.getByRole('link', { name: 'Revenir aux matchs' }).click()
    await expect.poll(() => location.pathname).toBe('/')
  },
)

test('a match that cannot be loaded says why, and is there after « Réessayer »; a failed background reload changes nothing', async () => {
  const match = await world.build()
  const letIn = refuse(SCREEN)
  await open(`/match/${match.id}`)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur:')
  await expect.element(button('Recharger la page')).toBeVisible()
  endAtTap(letIn)
  await button('Réessayer').click()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  lose(SCREEN)
  const before = requests(SCREEN).length
  await button('Actualiser').click()
  await expect.poll(() => requests(SCREEN).length).toBeGreaterThan(before)
  await expect.element(button('Actualiser')).toBeEnabled()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  await expectCount(page.getByRole('alert'), 0)
})

test('on the way from the list the board appears before the players and does not move, and a note opened during the load stays open', async () => {
  const cup = { competitionId: 890_501, competition: 'Coupe 890501' }
  const match = await world.build({ ...cup, home: 'Stade Clairmont', away: 'AS Belleroche', score: [2, 1] })
  const letIn = hold(SCREEN)
  await open(`/?c=${cup.competitionId}`)
  await page.css(`a[href="/match/${match.id}"]`).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeInTheDocument()
  const title = page.getByRole('heading', { level: 1 })
  await expect.element(title).toMatchTextContent('Stade Clairmont')
  await expect.element(page.getByText(cup.competition)).toBeVisible()
  const board = page.css('section').filter({ has: title })
  await expect.element(board.getByRole('button', { name: 'Règles du vote' })).toBeVisible()
  const place = () => board.element().getBoundingClientRect().toJSON()
  const before = place()
  await board.getByRole('button', { name: 'Règles du vote' }).click()
  const note = dialog('Règles du vote')
  await expect.element(note).toBeVisible()
  letIn()
  await expect.element(row(match.playerIds[0] ?? 0)).toBeVisible()
  expect(place()).toEqual(before)
  await expect.element(note).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(note).not.toBeInTheDocument()
  await expect.element(button('Règles du vote')).toHaveFocus()
})

test.each([
  ['open to votes', {}],
  ['before its vote', { minute: 31 }],
  ['still to come', { status: 'upcoming', kickoffIn: 120 }],
  ['with its result', { score: [2, 1] }],
  ['with its result, from the history', { score: [2, 1] }],
] as const)('on the way to a match %s the rows wait where the players come', async (name, state) => {
  const cup = { competitionId: 890_502, competition: 'Coupe 890502' }
  const match = await world.build({ ...cup, ...state, home: 'Stade Clairmont', away: 'AS Belleroche', names: NAMES })
  if (name.startsWith('with its result')) {
    await world.vote(match.id, Array(10).fill(match.playerIds.slice(0, 3)))
    await world.finish(match.id, 61)
    rememberRevealed(match.id)
  }
  const letIn = hold(SCREEN)
  await open(name.endsWith('history') ? '/history' : `/?c=${cup.competitionId}`)
  await page.css(`a[href="/match/${match.id}"]`).click()
  const shape = page.css('[data-row]').first()
  await expect.element(shape).toBeInTheDocument()
  const expected = shape.element().getBoundingClientRect()
  letIn()
  const player = row(match.playerIds[0] ?? 0)
  await expect.element(player).toBeInTheDocument()
  const { top, left, height } = player.element().getBoundingClientRect()
  expect([top, left, height].map(Math.round)).toEqual([expected.top, expected.left, expected.height].map(Math.round))
})
