import type { BuiltEvent } from '@tribune/server/testing/builders.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NAMES } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount } from '../support/screen.ts'
import { atMatch, button, dialog, openMatch, row, target } from '../support/voting.ts'
import { change } from '../support/wire.ts'
import { world } from '../support/world.ts'

const GOAL: BuiltEvent = { minute: 12, type: 'goal', player: 0, other: 2 }
const STATE = { names: NAMES, home: 'Stade Clairmont', away: 'AS Belleroche' }

const film = () => dialog('Le film du match')
const lines = async () =>
  [...(await film().findElement()).querySelectorAll('li > .sr-only')].map((line) => line.textContent)
const openFilm = () => button('Le film du match').click()

test('a player’s row has their goals, passes, cards and changes, as icons and in words', async () => {
  const { playerIds } = await atMatch({
    score: [3, 1],
    events: [
      GOAL,
      { minute: 20, type: 'penalty', player: 0 },
      { minute: 30, type: 'own_goal', player: 1 },
      { minute: 40, type: 'goal', player: 3, other: 5 },
      { minute: 41, type: 'yellow', player: 4 },
      { minute: 50, type: 'missed_penalty', player: 3 },
      { minute: 55, type: 'yellow', player: 7 },
      { minute: 55, type: 'red', player: 7 },
      { minute: 63, extra: 2, type: 'substitution', player: 6, other: 8 },
    ],
  })
  const namesOf = (place: number) => target(playerIds[place] ?? 0)
  await expect.element(namesOf(0)).toHaveAccessibleName(/90\u00a0minutes de jeu, 2\u00a0buts\.$/)
  await expect.element(row(playerIds[0] ?? 0)).toMatchTextContent('×2')
  await expect.element(namesOf(1)).toHaveAccessibleName(/, 1\u00a0but contre son camp\.$/)
  await expect.element(namesOf(2)).toHaveAccessibleName(/, 1\u00a0passe décisive\.$/)
  await expect.element(namesOf(3)).toHaveAccessibleName(/, 1\u00a0but, 1\u00a0penalty manqué\.$/)
  await expect.element(namesOf(4)).toHaveAccessibleName(/, carton jaune\.$/)
  await expect.element(namesOf(7)).toHaveAccessibleName(/, carton jaune, puis rouge\.$/)
  await expect.element(namesOf(6)).toHaveAccessibleName(/, remplacement à la 63e minute plus 2\.$/)
  await expect.element(row(playerIds[6] ?? 0)).toMatchTextContent("63+2'")
  await expect.element(namesOf(8)).toHaveAccessibleName(/, entrée en jeu à la 63e minute plus 2\.$/)
  await expectNoViolation('the facts of players')
})

test('the timeline lists events in order, each on its side, with the score after a goal', async () => {
  await page.viewport(320, 700)
  await atMatch({
    score: [2, 1],
    events: [
      GOAL,
      { minute: 45, extra: 2, type: 'penalty', player: 3 },
      { minute: 60, type: 'substitution', player: 2, other: 4 },
      { minute: 61, type: 'annulled_goal', player: 0 },
      { minute: 62, type: 'review', player: 1 },
      { minute: 63, type: 'unknown' },
      { minute: 64, type: 'red', player: 1 },
      { minute: 65, type: 'own_goal', player: 5 },
      { minute: 66, type: 'yellow', name: 'Inconnu Numéro Deux' },
    ],
  })
  await openFilm()
  await expect.element(film()).toBeVisible()
  expect(await lines()).toEqual([
    '12e minute, But, Éloi Vasseur, Stade Clairmont, Passe décisive\u00a0: Ilian Costa, 1\u00a0–\u00a00',
    `45e minute plus 2, But sur penalty, ${NAMES[3]}, AS Belleroche, 1\u00a0–\u00a01`,
    `60e minute, Remplacement, entre ${NAMES[4]}, sort Ilian Costa, Stade Clairmont`,
    '61e minute, But annulé, Éloi Vasseur, Stade Clairmont',
    `62e minute, Décision de la VAR, ${NAMES[1]}, AS Belleroche`,
    '63e minute, Fait de jeu, Stade Clairmont',
    `64e minute, Carton rouge, ${NAMES[1]}, AS Belleroche`,
    `65e minute, But contre son camp, ${NAMES[5]}, Stade Clairmont, 2\u00a0–\u00a01`,
    '66e minute, Carton jaune, Inconnu Numéro Deux, Stade Clairmont',
  ])
  await expectToFit()
  await expectNoViolation('the timeline')
})

test('an annulled goal disappears from timeline, row and score of an open screen, and a corrected scorer replaces the first', async () => {
  const match = await world.build({ ...STATE, score: [1, 0], events: [GOAL] })
  await openMatch(match.id)
  const [first = 0, , , fourth = 0] = match.playerIds
  await openFilm()
  await expect.poll(lines).toHaveLength(1)
  await world.change(match.id, { score: [0, 0], events: [{ minute: 14, type: 'annulled_goal', player: 0 }] })
  await expect.poll(lines).toEqual(['14e minute, But annulé, Éloi Vasseur, Stade Clairmont'])
  await expect.element(row(first)).not.toMatchTextContent('1 but')
  await world.change(match.id, { score: [0, 1], events: [{ minute: 30, type: 'goal', player: 3 }] })
  await expect.poll(async () => (await lines())[0]).toMatch(/^30e minute, But/)
  await expect.element(row(fourth)).toMatchTextContent('1 but')
  await expectCount(film().getByRole('listitem'), 1)
})

test('kicks of a shoot-out have a section of their own, and are not goals of players', async () => {
  const match = await world.build({
    ...STATE,
    score: [1, 1],
    kicks: [1, 0],
    minute: 120,
    period: 'P',
    events: [
      GOAL,
      { minute: 90, type: 'goal', player: 1 },
      { minute: 120, extra: 1, type: 'kick', player: 2 },
      { minute: 120, extra: 2, type: 'missed_kick', player: 3 },
    ],
  })
  await openMatch(match.id)
  await openFilm()
  await expect.element(film().getByRole('heading', { name: 'Tirs au but' })).toBeVisible()
  expect((await lines()).slice(2)).toEqual([
    'Tir au but réussi, Ilian Costa, Stade Clairmont, 1\u00a0–\u00a00',
    `Tir au but manqué, ${NAMES[3]}, AS Belleroche`,
  ])
  await expect.element(row(match.playerIds[2] ?? 0)).not.toMatchTextContent('1 but')
})

test.each([
  ['in play without a goal', { score: [0, 0] }, 'Rien à signaler pour l’instant.'],
  ['with goals that the feed does not list', { score: [2, 0] }, 'Le film de ce match n’est pas connu.'],
  ['that has ended', { status: 'finished', score: [0, 0] }, 'Le film de ce match n’est pas connu.'],
] as const)('the timeline of a match %s shows a sentence', async (_name, state, sentence) => {
  await openMatch((await world.build(state)).id)
  await openFilm()
  await expect.element(film().getByText(sentence)).toBeVisible()
})

test('a match that has not begun has no timeline, and an older answer without events shows it as unknown', async () => {
  await openMatch((await world.build({ status: 'upcoming' })).id)
  await expectCount(button('Le film du match'), 0)
  change(/^\/api\/rpc\/get_match_screen/, (answer) => ({ ...(answer as object), events: undefined }))
  const { id, playerIds } = await world.build({ score: [1, 0], events: [GOAL] })
  await openMatch(id)
  await expect.element(row(playerIds[0] ?? 0)).toBeVisible()
  await openFilm()
  await expect.element(film().getByText('Le film de ce match n’est pas connu.')).toBeVisible()
})
