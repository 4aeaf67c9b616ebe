import { afterEach, expect, test, vi } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { MatchState } from '../../support/orders.ts'
import { DESKTOP, LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { dialog, join, PASSWORD, signInWithPassword, signOut, tapPlayer } from '../account/people.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, expectLastLinkUncovered, leave, open, readsEnded } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { atMatch, choose, expectSaved, remove } from '../support/voting.ts'
import { allow, lose, refuse, requests } from '../support/wire.ts'
import { castBallot, read, send, signIn, world } from '../support/world.ts'
import { button, cardOf, competitionsFrom, headings, leaveOut, openHome } from './home.ts'

const competition = competitionsFrom(886_000)
const star = (name: string) => page.getByRole('button', { name: `Suivre ${name}`, exact: true })
const own = page.getByRole('region', { name: 'Mes clubs', exact: true })
/** A match in play whose vote is not open yet: it is under « Mes clubs ». */
const LOCKED = { minute: 30 } as const
const openVotes = page.getByRole('region', { name: 'Votes ouverts', exact: true })
const ownMatch = (id: number) => own.css(`a[href="/match/${id}"]`)
const expectOn = (name: string, on = true) => expect.element(star(name)).toHaveAttribute('aria-pressed', String(on))

/** Waits until the server has this many follows of the fan. */
async function expectFollows(count: number): Promise<void> {
  await expect.poll(async () => (await read<{ items: unknown[] }>('/api/follows')).items.length).toBe(count)
}

afterEach(() => {
  vi.restoreAllMocks()
})

test('a fan follows a club, and stops: its vote comes first, « Mes clubs » after the votes, without a shift', async () => {
  const cup = competition()
  const locked = await world.build({ ...cup, ...LOCKED, home: 'Racing Chantelle', away: 'AS Vaudricourt' })
  const { id } = await atMatch({ ...cup, home: 'Sporting Ligueil', away: 'US Vouvant' })
  // A later kick-off comes first among open votes.
  await world.build({ ...cup, home: 'Étoile Marçay', away: 'FC Bessines' })
  await star('US Vouvant').click()
  await expectFollows(1)
  await open(`/match/${locked.id}`)
  await star('AS Vaudricourt').click()
  await expectFollows(2)
  const expectStill = watchShifts()
  await open(cup.only)
  await expect.element(ownMatch(locked.id)).toBeVisible()
  await expect.element(headings.nth(0)).toHaveTextContent('Votes ouverts')
  await expect.element(headings.nth(1)).toHaveTextContent('Mes clubs')
  await expect.element(openVotes.css('a[href^="/match/"]').first()).toHaveAttribute('href', `/match/${id}`)
  await expectCount(cardOf(id), 1)
  await expect.poll(() => requests(/^\/api\/follows$/).length).toBeGreaterThan(0)
  await expectStill(0.01)
  await expectNoViolation('home with « Mes clubs »')

  await open(`/match/${locked.id}`)
  await star('AS Vaudricourt').click()
  await expectOn('AS Vaudricourt', false)
  await open(cup.only)
  await expect.element(cardOf(locked.id)).toBeVisible()
  await expectCount(own, 0)
})

test('a visitor follows a club, signs up, and finds it first on another phone', async () => {
  const cup = competition()
  const { id } = await world.build({ ...cup, ...LOCKED, home: 'Étoile Montrevel', away: 'US Lignane' })
  await open(`/match/${id}`)
  await star('Étoile Montrevel').click()
  await expectOn('Étoile Montrevel')
  await expectOn('US Lignane', false)
  await open(cup.only)
  await expect.element(ownMatch(id)).toBeVisible()
  await expectCount(cardOf(id), 1)
  const email = await join()
  await expect.element(star('Étoile Montrevel')).toBeVisible()
  await expectFollows(1)

  // Another phone has neither what this one stored nor its session.
  leave()
  localStorage.clear()
  sessionStorage.clear()
  await commands.signOut()
  await send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
  await open(cup.only)
  await expect.element(ownMatch(id)).toBeVisible()
  await open('/profile')
  await signOut()
  await open(cup.only)
  await expectCount(own, 0)
  expect(localStorage.getItem('tribune-follows')).toBeNull()
})

test('a fan whose session ended elsewhere takes along what they followed until they signed in again', async () => {
  allow(/^401 \/api\/votes\/\d+$/)
  const match = await world.build({ ...competition(), names: NAMES, home: 'Sporting Vérac', away: 'AS Coublanc' })
  const email = await join()
  await open(`/match/${match.id}`)
  await star('AS Coublanc').click()
  await expectFollows(1)
  await commands.signOut()
  // The refusal of a pick notifies the app.
  await tapPlayer(match.playerIds[0])
  await dialog('Connecte-toi pour voter').getByRole('button', { name: 'Fermer' }).click()
  await expectOn('AS Coublanc', false)
  await star('Sporting Vérac').click()
  await expectOn('Sporting Vérac')

  await tapPlayer(match.playerIds[1])
  await signInWithPassword(email)
  await expectOn('AS Coublanc')
  await expectOn('Sporting Vérac')
  await expectFollows(2)
})

test('« Mes clubs » shows what is in play or comes today, nothing else', async () => {
  const names = { home: 'Amicale Sorbières', away: 'FC Rouvray' }
  const cup = competition()
  const of = async (state: MatchState) => (await world.build({ ...cup, ...names, players: 0, ...state })).id
  const today = await of({ status: 'upcoming', kickoffIn: -1 })
  const others = [
    await of({ status: 'upcoming', kickoffIn: 3 * 1_440 }),
    await of({ status: 'finished', kickoffIn: -400, finishedAgo: 290 }),
    await of({ status: 'postponed', kickoffIn: -200 }),
  ]
  await open(`/match/${today}`)
  await star('FC Rouvray').click()
  await expectOn('FC Rouvray')
  await open(cup.only)
  await expect.element(ownMatch(today)).toBeVisible()
  for (const id of others) await expectCount(ownMatch(id), 0)
})

test('a player is followed from the ranking and from their page', async () => {
  await signIn()
  const [playerId] = await world.growSeason(['Anatole Sérigny'])
  await open('/rankings?q=Sérigny')
  await star('Anatole Sérigny').first().click()
  await open(`/player/${playerId}`)
  await expectOn('Anatole Sérigny')
  await expectNoViolation('a followed player')
  await star('Anatole Sérigny').click()
  await expectOn('Anatole Sérigny', false)
})

test('a competition is followed from the filter', async () => {
  await signIn()
  const cup = competition()
  await world.build({ ...cup, ...LOCKED, players: 0 })
  // As on a day without other votes.
  leaveOut(({ competition_id }) => competition_id !== cup.competitionId)
  await openHome()
  await button('Top compétitions').click()
  await star(cup.competition).click()
  await expectOn(cup.competition)
  await expect.element(own).toBeVisible()
})

test('a competition is followed where a fan meets it: on a match and among the coefficients', async () => {
  const cup = { ...competition(), coefficient: 9.5 }
  const { id } = await atMatch({ ...cup, ...LOCKED, home: 'Gazélec Ombrée', away: 'FC Tressan' })
  await star(cup.competition).click()
  await expectOn(cup.competition)
  await expectNoViolation('a followed competition')
  await expectToFit(SMALL_PHONE)
  window.scrollTo(0, 400)
  await expectCount(star(cup.competition), 0)
  await open(cup.only)
  await expect.element(ownMatch(id)).toBeVisible()

  await open('/points')
  await expectOn(cup.competition)
  await star(cup.competition).click()
  await expectOn(cup.competition, false)
  await expectNoViolation('competitions to follow')
  await expectToFit(SMALL_PHONE)
  await open(cup.only)
  await expectCount(own, 0)
})

test('a star that the server refuses is undone, with a message', async () => {
  await atMatch({ home: 'Olympique Torvial', away: 'FC Mansac' })
  await expectOn('FC Mansac', false)
  refuse(/^\/api\/follows\//, 409, {
    error: { code: 'follows_full', message: 'Tu suis déjà 200 clubs, joueurs et compétitions.', id: 'x' },
  })
  await star('FC Mansac').click()
  const sentence = 'Ce changement n’a pas été enregistré. Tu suis déjà 200 clubs'
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  await expectOn('FC Mansac', false)
})

test('a star without a network is undone, with a message', async () => {
  await atMatch({ home: 'Olympique Torvial', away: 'FC Mansac' })
  await expectOn('FC Mansac', false)
  lose(/^\/api\//)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await star('FC Mansac').click()
  const sentence = 'Ce changement n’a pas été enregistré. Pas de connexion.'
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible()
  await expectOn('FC Mansac', false)
})

test('stars fit a small phone, with long names', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const names = { home: LONG_CLUB, away: LONG_CLUB }
  const cup = competition()
  const match = await world.build({ ...cup, ...LOCKED, ...names, score: [10, 10], coefficient: 10.14 })
  await open(`/match/${match.id}`)
  await star(LONG_CLUB).first().click()
  await expectToFit()
  await expectNoViolation('a match with a followed club')
  await open(cup.only)
  await expect.element(own).toBeVisible()
  await expectToFit()
})

test('the profile lists what is followed, none or with long names, on a small phone', async () => {
  await signIn()
  await open('/profile')
  const list = page.getByRole('region', { name: 'Ce que tu suis' })
  await expect.element(list.getByText(/^Tu ne suis rien pour l’instant/)).toBeVisible()
  await expectToFit(SMALL_PHONE)
  await expectNoViolation('a profile that follows nothing')
  const names = [LONG_CLUB, 'Club Athlétique Rémois'] as const
  const match = await world.build({ ...competition(), home: names[0], away: names[1] })
  await open(`/match/${match.id}`)
  for (const [index, name] of names.entries()) {
    await star(name).click()
    await expectFollows(index + 1)
  }
  await open('/profile')
  await expectCount(list.getByRole('listitem'), 2)
  await expectToFit()
  await expectNoViolation('a profile with long names')
  await list.getByRole('button', { name: `Suivre ${LONG_CLUB}` }).click()
  await expectFollows(1)
  await expect
    .element(list.getByRole('listitem').filter({ hasText: LONG_CLUB }).getByRole('status'))
    .toHaveTextContent('Tu ne suis plus')
  await expectNoViolation('a profile that follows one less')
  await expectToFit()
  await list.getByRole('button', { name: `Suivre ${LONG_CLUB}` }).click()
  await expectFollows(2)
  await list.getByRole('button', { name: `Suivre ${LONG_CLUB}` }).click()
  await expectFollows(1)
  await open('/profile')
  await expectCount(list.getByRole('listitem'), 1)
})

const anyQuestion = page.getByRole('region', { name: /^Suivre / })

/** Leaves a match once its ballot is saved: the question covers no player, and comes with the next screen. */
async function leaveMatch(): Promise<void> {
  await expectSaved()
  expect(anyQuestion.length).toBe(0)
  await page.getByRole('link', { name: 'Accueil', exact: true }).first().click()
  await expectCount(page.getByRole('region', { name: 'Mon podium' }), 0)
}

/** Returns each covered control of the question and of the bar at the foot, with the text of the element that covers it. A click would scroll that element away first. */
async function covered(): Promise<string[]> {
  await expect.element(page.getByRole('button', { name: 'Haut de page' })).toBeVisible()
  const buttons = document.querySelectorAll<HTMLElement>('main .fixed :is(button, input), section.fixed button')
  expect(buttons.length).toBeGreaterThanOrEqual(5)
  return [...buttons].flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return one.contains(seen) ? [] : [`${one.outerHTML} < ${seen?.closest('li')?.textContent ?? seen?.tagName}`]
  })
}

test('on a desktop the question and the search do not overlap; the question waits until no match is on the screen, and closes with its screen', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  const { a, b, c } = await atMatch({ home: 'Stade Clairmont', away: 'SC Aubrelle', players: 32 })
  await choose(a, b, c)
  await leaveMatch()
  await expectCount(page.getByRole('region', { name: /^Suivre Stade Clairmont / }).getByRole('button'), 3)
  window.scrollTo(0, 500)
  expect(await covered()).toEqual([])
  await page.getByRole('link', { name: 'Points', exact: true }).first().click()
  await expectCount(anyQuestion, 0)
})

test('the first complete vote asks once for the two clubs, and never again', async () => {
  await page.viewport(SMALL_PHONE.width, SMALL_PHONE.height)
  const { a, b, c, id } = await atMatch({ home: LONG_CLUB, away: 'SC Aubrelle' })
  await choose(a, b, c)
  await leaveMatch()
  const question = page.getByRole('region', { name: `Suivre ${LONG_CLUB} ou SC Aubrelle\u202f?` })
  await expect.element(question).toBeVisible()
  await expectNoViolation('the question')
  await expectToFit()
  window.scrollTo(0, 500)
  expect(await covered()).toEqual([])
  await expectLastLinkUncovered()
  const club = question.getByRole('button', { name: 'SC Aubrelle' })
  await club.click()
  await expect.element(club).toHaveAttribute('aria-pressed', 'true')
  await club.click()
  await expect.element(club).toHaveAttribute('aria-pressed', 'false')
  await question.getByRole('button', { name: 'Ne plus me le demander' }).click()
  await expectCount(question, 0)

  // Completed again it is still their only ballot, of clubs that they do not follow.
  await open(`/match/${id}`)
  await remove(c)
  await expect.element(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await choose(c)
  await leaveMatch()
  expect(anyQuestion.length).toBe(0)
  const other = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await open(`/match/${other.id}`)
  await choose(...other.playerIds.slice(0, 3))
  await leaveMatch()
  expect(anyQuestion.length).toBe(0)
})

test('a fan who has voted three times before is not asked', async () => {
  await signIn()
  for (let vote = 0; vote < 3; vote += 1) {
    const before = await world.build({ names: NAMES })
    expect(await castBallot(before.id, before.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  }
  const match = await world.build({ names: NAMES, home: 'Stade Corvin', away: 'AC Belvoir' })
  await open(`/match/${match.id}`)
  const reads = () => requests(/^\/api\/me$/).length
  const before = reads()
  await choose(...match.playerIds.slice(0, 3))
  await expect.element(page.getByText('Enregistré', { exact: true })).toBeVisible()
  // With this ballot they are four.
  await expect.poll(reads).toBeGreaterThan(before)
  await readsEnded()
  await leaveMatch()
  expect(localStorage.getItem('tribune-follow-asked')).toBeNull()
  await expectCount(anyQuestion, 0)
})
