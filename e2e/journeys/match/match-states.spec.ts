import type { Page } from '@playwright/test'
import { castBallot, openLiveMatch } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { hold, scrollPage } from '../../support/home.ts'
import { openMatch, row } from '../../support/match.ts'
import type { MatchState } from '../../support/orders.ts'
import { LONG_CLUB, SMALL_PHONE, STRANGE_NAMES } from '../../support/samples.ts'
import { expect, test, type World } from '../../support/world.ts'

const UPCOMING: MatchState = { status: 'upcoming', period: 'NS', kickoffIn: 125, minute: null, minutes: null }
/** A row for each side of both teams: more of the same would only take the accessibility checks longer. */
const FEW = 6
/** One more than have points: the last is beside them without any. */
const COUNTED = 11
const banner = (page: Page) => page.getByRole('main').getByRole('status').filter({ visible: true })
const controls = (page: Page) => page.locator('[data-player] button')

/** A match counted from `ballots` complete ballots and closed, its first three as most of them had them. */
async function countedMatch(world: World, ballots: number, state: MatchState = {}) {
  const match = await world.build(state)
  const [first = 0, second = 0, third = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: ballots }, () => [first, second, third]),
  )
  await world.finish(match.id, 61)
  return { id: match.id, playerIds: match.playerIds, first, second, third }
}

/** The voting table of spec section 4, as the banner tells it: state, sentence, what stands under it, whether one can vote. */
const TABLE: readonly (readonly [string, MatchState, sentence: string, under: string, canVote: boolean])[] = [
  ['upcoming', UPCOMING, 'Match à venir', 'Les votes ouvrent à la 60ème minute', false],
  [
    'postponed',
    { status: 'postponed', statusReason: 'Terrain gelé', players: 0 },
    'Match reporté',
    'Terrain gelé',
    false,
  ],
  ['cancelled', { status: 'cancelled', statusReason: 'Match abandonné' }, 'Match annulé', 'Match abandonné', false],
  ['suspended', { status: 'suspended' }, 'Match suspendu', 'Le vote reprend avec le match.', false],
  ['live at 59', { minute: 59 }, 'Les votes ouvrent à la 60ème minute', 'Encore 1\u00a0minute de jeu.', false],
  ['live at 60', { minute: 60 }, 'Voter en direct', 'Touche un joueur pour le placer.', true],
  [
    'just finished',
    { status: 'finished', finishedAgo: 50 },
    'Votes ouverts - Plus que quelques minutes !',
    'Clôture dans',
    true,
  ],
  ['not counted', { status: 'finished', finishedAgo: 90 }, 'Votes clos', 'Ce match n’a pas de résultat.', false],
]

test('each row of the voting table says its sentence, lets vote or not, and has no accessibility violation', async ({
  page,
  world,
}) => {
  for (const [name, state, sentence, under, canVote] of TABLE) {
    await test.step(`a match ${name} says « ${sentence} »`, async () => {
      await openMatch(page, (await world.build({ players: FEW, ...state })).id)
      await expect(banner(page).getByText(sentence, { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByText(under).first()).toBeVisible()
      // A clock in it would be read aloud at each minute.
      await expect(banner(page).getByText(/Encore|Clôture/)).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Mon podium' })).toBeVisible({ visible: canVote })
      await expectNoViolation(page, name)
    })
  }
})

test('a fan who voted may change their mind until the closing, live and after the whistle', async ({ page, world }) => {
  const fan = await world.signIn(page)
  for (const state of [{}, { status: 'finished', finishedAgo: 50 }] as const) {
    const match = await world.build(state)
    expect(await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
    await openMatch(page, match.id)
    await expect(banner(page).getByText('Vote effectué ! Changer mon vote')).toBeVisible()
    await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('main').getByText('Clôture dans')).toBeVisible()
})

test('the title of a match that is scrolled away has nothing cut in two, whatever the width', async ({
  page,
  world,
}) => {
  const clubs = { home: 'Stade Clairmont', away: 'AS Belleroche', score: [2, 1] } as const
  for (const [state, told] of [
    [{ minute: 90, extra: 4 }, "90+4'"],
    [{ minute: 74 }, "74'"],
    [{ minute: 45, period: 'HT' }, 'Mi-temps'],
  ] as const) {
    const match = await world.build({ ...clubs, ...state })
    await openMatch(page, match.id)
    await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
    const title = page.locator('header p').first()
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 700 })
      await scrollPage(page, 400)
      for (const part of ['CLA', /^2\D+1$/, 'BEL'])
        await expect(title.getByText(part, { exact: true })).toBeInViewport()
      const cut = await title.evaluate((bar) => {
        const whole = bar.getBoundingClientRect()
        const isCut = ({ top, right, bottom }: DOMRect) =>
          top < whole.bottom && (right > whole.right + 0.5 || bottom > whole.bottom)
        return [...bar.querySelectorAll('*')]
          .filter((one) => isCut(one.getBoundingClientRect()))
          .map((one) => one.textContent)
      })
      expect(cut, `${told} at ${width} px`).toEqual([])
    }
    await expect(title.getByText(told, { exact: true })).toBeInViewport({ ratio: 1 })
  }
})

test('the board shows teams, score and minute, also while the list scrolls', async ({ page, world }) => {
  const match = await world.build({
    home: 'Stade Clairmont',
    away: 'AS Belleroche',
    score: [1, 0],
    minute: 71,
    coefficient: 1,
  })
  await openMatch(page, match.id)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Stade Clairmont 1, AS Belleroche 0, En direct, 71'")
  await expect(page.getByRole('button', { name: /^Coefficient/ })).toHaveCount(0)
  await world.change(match.id, { minute: 73, score: [1, 1] })
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Stade Clairmont 1, AS Belleroche 1, En direct, 73'")
  await row(page, match.playerIds[20] ?? 0).scrollIntoViewIfNeeded()
  const bar = page.locator('main header')
  await expect(bar.getByText('1 – 1')).toBeVisible()
  await expect(bar.getByText("73'")).toBeVisible()
})

test('the rules open and close by keyboard, and a coefficient above 1 is explained, with a way to its chapter and back', async ({
  page,
  world,
}) => {
  const match = await world.build({ coefficient: 2.5 })
  await openMatch(page, match.id)
  await test.step('the rules', async () => {
    const opener = page.getByRole('button', { name: 'Règles du vote' })
    await opener.press('Enter')
    const note = page.getByRole('dialog', { name: 'Règles du vote' })
    await expect(note.getByRole('listitem')).toHaveCount(5)
    await page.keyboard.press('Escape')
    await expect(note).toBeHidden()
    await expect(opener).toBeFocused()
  })
  await test.step('the coefficient', async () => {
    await page.getByRole('button', { name: 'Coefficient 2,50\u00a0: en savoir plus' }).click()
    const note = page.getByRole('dialog', { name: 'Coefficient du match' })
    await expect(note.getByText('le premier en marque 250')).toBeVisible()
    await note.getByRole('link', { name: 'Comment ça marche ?' }).click()
    await expect(page).toHaveURL('/points#coefficients')
    await expect(page.getByRole('heading', { name: 'Les coefficients', exact: true })).toBeInViewport()
    await page.getByRole('button', { name: 'Retour' }).click()
    await expect(page).toHaveURL(`/match/${match.id}`)
  })
})

test('a result by votes shows the podium, who counted and how, ranks, ratings, and the fan beside the crowd', async ({
  page,
  world,
}) => {
  const fan = await world.signIn(page)
  const match = await world.build({ coefficient: 2.5, rating: 7.25, score: [2, 0] })
  const [first = 0, second = 0, third = 0, fourth = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => [first, second, third]),
  )
  expect(await castBallot(world, fan.cookie, match.id, [second, first, fourth])).toMatchObject({ status: 200 })
  await openMatch(page, match.id)
  await expect(row(page, first)).toBeVisible()
  await expect(page.getByText('7,3'), 'a rating before the closing would sway the vote').toHaveCount(0)
  await world.finish(match.id, 61)
  await page.reload()
  await expect(banner(page).getByText('Les résultats sont publiés.')).toBeVisible()
  await expect(page.getByText('Votes des supporters')).toBeVisible()
  await expect(page.getByText('11\u00a0votants')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Podium du match' }).getByRole('listitem').first()).toContainText(
    '250\u00a0pts',
  )
  await expect(row(page, first)).toContainText('#1 du match')
  await expect(row(page, first)).toContainText('7,3')
  await expect(row(page, match.playerIds[9] ?? 0)).toContainText('Hors top 10')
  await expect(page.locator('[data-player]').first(), 'their picks come first, by place').toHaveAttribute(
    'data-player',
    `${second}`,
  )
  await expect(page.getByRole('heading', { name: 'Toi contre la foule' })).toBeVisible()
  await expect(page.getByText('Deux de tes choix sont sur le podium.')).toBeVisible()
  await page.getByRole('button', { name: 'Le décompte' }).click()
  const count = page.getByRole('dialog', { name: 'Comment c’est compté' })
  await expect(count.getByText(/^Règle de comptage \d/)).toBeVisible()
  await expect(count.getByRole('row').nth(1).getByRole('cell')).toHaveText(['1', '10', '1', '0', '53', '250'])
  await count.getByRole('link', { name: 'Comment ça marche ?' }).click()
  await expect(page).toHaveURL(/\/points#transparence$/)
})

test('a result that is not by votes says what it is from, why there is none, and that an incomplete ballot did not count', async ({
  page,
  world,
}) => {
  await test.step('below ten ballots the official ratings rank, and a shared first place is shown as such', async () => {
    await openMatch(page, (await countedMatch(world, 2, { rating: 6.8 })).id)
    await expect(page.getByText('Notes officielles', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Moins de 10 votes complets\u00a0: les notes officielles font le classement.'),
    ).toBeVisible()
    await expect(page.getByText('2\u00a0votants')).toBeVisible()
    await expect(page.getByText('+20 ex æquo')).toBeVisible()
  })
  await test.step('without ballots and ratings it says why it gives no points', async () => {
    await openMatch(page, (await countedMatch(world, 2)).id)
    await expect(
      page.getByText('Moins de 10 votes complets et pas de notes officielles\u00a0: ce match ne donne pas de points.'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /^Règle de comptage/ })).toBeVisible()
  })
  await test.step('a fan with an incomplete ballot learns that it was not counted', async () => {
    const fan = await world.signIn(page)
    const match = await world.build({ rating: 7 })
    expect(await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 2))).toMatchObject({ status: 200 })
    await world.finish(match.id, 61)
    await openMatch(page, match.id)
    await expect(page.getByText('Ton vote n’était pas complet\u00a0: il n’a pas été compté.')).toBeVisible()
  })
})

test('the steps of a result rise third, second, first within 600 ms, once, and not at all with reduced motion', async ({
  page,
  world,
}) => {
  const steps = page.getByRole('list', { name: 'Podium du match' }).getByRole('listitem')
  const rests = async () => {
    for (const place of [0, 1, 2]) await expect(steps.nth(place)).toHaveCSS('animation-name', 'none')
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const match = await countedMatch(world, 10)
  const load = await hold(page, /\/assets\/points-page-[^/]+\.js$/)
  await openMatch(page, match.id)
  for (const [place, delay] of ['0.36s', '0.18s', '0s'].entries()) {
    await expect(steps.nth(place)).toHaveCSS('animation-name', 'rise')
    await expect(steps.nth(place)).toHaveCSS('animation-delay', delay)
    await expect(steps.nth(place)).toHaveCSS('animation-duration', '0.24s')
  }
  // The result is hidden, not gone, while the next screen loads.
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(steps).toHaveCount(0)
  await page.goBack()
  await rests()
  load()
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Comment ça marche ?', level: 1 })).toBeVisible()
  await page.goBack()
  await rests()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await rests()
})

test('the list of a match tells who is to play, who stayed on the bench, that it is awaited, or that there is none', async ({
  page,
  world,
}) => {
  await test.step('an upcoming match shows its hour and its players, and nothing to vote with', async () => {
    const match = await world.build(UPCOMING)
    await openMatch(page, match.id)
    await expect(page.getByText('Coup d’envoi')).toBeVisible()
    await expect(row(page, match.playerIds[0] ?? 0).getByRole('link')).toBeVisible()
    await expect(controls(page)).toHaveCount(0)
  })
  await test.step('players who did not play are listed apart and cannot be picked', async () => {
    const { match, players } = await openLiveMatch(world)
    const benched = players.find(({ did_play }) => did_play === false)
    await openMatch(page, match.match_id)
    const bench = page.getByRole('list', { name: 'Restés sur le banc' })
    await expect(bench.locator(`[data-player="${benched?.player_id}"]`)).toContainText("N'a pas joué")
    await expect(bench.getByRole('button')).toHaveCount(0)
  })
  await test.step('a match waiting for its lineup says so', async () => {
    await openMatch(page, (await world.build({ players: 0 })).id)
    await expect(page.getByText('Les compositions ne sont pas encore connues.')).toBeVisible()
    await expect(page.getByText('Tu pourras voter dès que les compositions seront là.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Mon podium' })).toHaveCount(0)
  })
  await test.step('a match that never had any says so too', async () => {
    await openMatch(page, (await world.build({ players: 0, status: 'finished', finishedAgo: 90 })).id)
    await expect(page.getByText('Ce match n’a pas de composition.')).toBeVisible()
  })
})

test('120 players, names of sixty characters, from right to left and in pictures fit a small phone', async ({
  page,
  world,
}) => {
  await page.setViewportSize(SMALL_PHONE)
  const fan = await world.signIn(page)
  const match = await world.build({
    home: LONG_CLUB,
    away: '⚽️ AC الهلال 🦅',
    competition: LONG_CLUB,
    competitionId: 990,
    names: STRANGE_NAMES,
    players: 120,
  })
  expect(await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await openMatch(page, match.id)
  await expect(page.locator('[data-player]')).toHaveCount(120)
  for (const name of STRANGE_NAMES)
    await expect(page.locator('[data-player]').getByText(name, { exact: true })).toBeVisible()
  await expectToFit(page)
  await row(page, match.playerIds[119] ?? 0).scrollIntoViewIfNeeded()
  await expect(row(page, match.playerIds[119] ?? 0)).toBeInViewport()
})

test('a phone whose clock is an hour wrong closes the vote when the server does', async ({ page, world }) => {
  const open = await world.build({ status: 'finished', finishedAgo: 50 })
  const closed = await world.build({ status: 'finished', finishedAgo: 70 })
  for (const skew of [3_600_000, -3_600_000]) {
    const context = await page.context().browser()?.newContext({ baseURL: world.url })
    const phone = await context?.newPage()
    if (context === undefined || phone === undefined) throw new Error('The browser is gone')
    await phone.clock.install({ time: Date.now() + skew })
    await openMatch(phone, open.id)
    await expect(phone.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
    await expect(phone.getByText('encore 10\u00a0minutes')).toBeAttached()
    await openMatch(phone, closed.id)
    await expect(phone.getByText('Votes clos')).toBeVisible()
    await expect(controls(phone)).toHaveCount(0)
    await context.close()
  }
})

test('a vote, its windows, a result and its count have no accessibility violation', async ({ page, world }) => {
  const fan = await world.signIn(page)
  const voted = await world.build({ coefficient: 2.5, names: STRANGE_NAMES, players: FEW })
  expect(await castBallot(world, fan.cookie, voted.id, voted.playerIds.slice(0, 3))).toMatchObject({ status: 200 })
  await openMatch(page, voted.id)
  await expectNoViolation(page, 'voted')
  for (const button of [/^Coefficient/, 'Règles du vote', /^Choisir une place/]) {
    await page.getByRole('button', { name: button }).last().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoViolation(page, String(button))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await world.finish(voted.id, 61)
  const counted = await countedMatch(world, 10, { rating: 7, players: COUNTED })
  for (const [name, id] of [
    ['no points', voted.id],
    ['result', counted.id],
  ] as const) {
    await openMatch(page, id)
    await expectNoViolation(page, name)
  }
  await page.getByRole('button', { name: 'Le décompte' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolation(page, 'count')
})
