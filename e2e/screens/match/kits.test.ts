import { expect, onTestFinished, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { NAMES } from '../../support/samples.ts'
import { expectNoViolation } from '../support/axe.ts'
import { atMatch, button, openMatch } from '../support/voting.ts'
import { castBallot, signIn, world } from '../support/world.ts'

const CLUBS = { names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' } as const
const KITS = { ...CLUBS, kits: ['#1d3f8f', '#b3202c'] } as const
/** The colours as they stand out from each theme (`domain/matches/kit-colours.test.ts`). */
const LIGHT = ['rgb(29, 63, 143)', 'rgb(179, 32, 44)']
const DARK = ['rgb(97, 121, 177)', 'rgb(194, 77, 86)']

/** Returns the colours of the lines of both clubs within elements. */
const lines = (within: string) =>
  ['home', 'away'].map((side) => {
    const line = document.querySelector(`${within} .kit-${side}`)
    return line === null ? null : getComputedStyle(line).backgroundColor
  })

async function inDark(): Promise<void> {
  await commands.emulate({ colorScheme: 'dark' })
  onTestFinished(() => commands.emulate({ colorScheme: 'light' }))
}

test('the board, the tabs, the bar and the pitch have the colours of both shirts, as each theme allows', async () => {
  await atMatch({ ...KITS, formation: '4-3-3' })
  expect(lines('main section')).toEqual(DARK)
  expect(lines('[role="tablist"]')).toEqual(LIGHT)
  window.scrollTo(0, 300)
  await expect.poll(() => lines('header')).toEqual(LIGHT)
  await button('Afficher\u00a0: Terrain').click()
  await expect.poll(() => lines('main section h2')).toEqual(LIGHT)
  await expectNoViolation('a match with the colours of shirts')
  await inDark()
  window.scrollTo(0, 300)
  await expect.poll(() => lines('header')).toEqual(DARK)
  for (const place of ['main section', '[role="tablist"]', 'main section h2']) expect(lines(place), place).toEqual(DARK)
})

test('the reveal has the colours of both shirts under its players', async () => {
  await signIn()
  const match = await world.build(KITS)
  const podium = match.playerIds.slice(0, 3)
  await castBallot(match.id, podium)
  await world.vote(match.id, Array(10).fill(podium))
  await world.finish(match.id, 61)
  await openMatch(match.id)
  await expect.element(page.getByRole('dialog', { name: 'Le podium est là' })).toBeVisible()
  expect(lines('[role="dialog"] ol')).toEqual(DARK)
})

test('a match without them has no line to be seen', async () => {
  await atMatch(CLUBS)
  for (const place of ['main section', '[role="tablist"]'])
    expect(lines(place)).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
})
