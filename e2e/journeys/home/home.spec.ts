import type { Page } from '@playwright/test'
import { castBallot, signIn } from '../../support/api.ts'
import { expectToFit } from '../../support/axe.ts'
import {
  cardOf,
  competition,
  headings,
  homeAnswers,
  leaveOut,
  openHome,
  rows,
  scrolled,
  scrollPage,
} from '../../support/home.ts'
import { HOME_READ, LONG_CLUB } from '../../support/samples.ts'
import { expectStill, watchShifts } from '../../support/shifts.ts'
import { expect, test, type World } from '../../support/world.ts'

const DAY = 24 * 60
const box = (page: Page) => page.getByRole('searchbox')

test.describe('a match on the list', () => {
  test('shows the sentence of its state, its status and its minute', async ({ page, world }) => {
    const cup = competition()
    const of = (state: Parameters<World['build']>[0]) => world.build({ ...cup, players: 4, ...state })
    const states: [string, string | RegExp, Awaited<ReturnType<typeof of>>][] = [
      ['Match à venir', /\d\u00a0h/, await of({ status: 'upcoming', kickoffIn: -1 })],
      [
        'Match reporté',
        'Nouvelle date\u00a0: demain',
        await of({ status: 'postponed', kickoffIn: -300, postponedFor: DAY }),
      ],
      [
        'Match annulé',
        'Match arrêté définitivement',
        await of({ status: 'cancelled', statusReason: 'Match arrêté définitivement' }),
      ],
      [
        'Match suspendu',
        'Match arrêté par l’arbitre',
        await of({ status: 'suspended', minute: 34, score: [0, 0], statusReason: 'Match arrêté par l’arbitre' }),
      ],
      ["Votes à partir de la 60'", "59'", await of({ minute: 59, score: [0, 0] })],
      ["Votes à partir de la 60'", 'Mi-temps', await of({ minute: 45, period: 'HT', score: [0, 0] })],
      ['Voter en direct', "60'", await of({ minute: 60, score: [1, 0] })],
      ['Voter en direct', "90+3'", await of({ minute: 90, extra: 3, score: [1, 0] })],
      ['Voter en direct', "Prol. 105'", await of({ minute: 105, period: 'ET', score: [1, 1] })],
      ['Voter en direct', 'Tirs au but', await of({ minute: 120, period: 'P', score: [1, 1] })],
      [
        'Voter',
        'Votes ouverts - Plus que quelques minutes !',
        await of({ status: 'finished', finishedAgo: 20, score: [1, 1] }),
      ],
      ['Voir les résultats', 'Votes clos', await of({ status: 'finished', finishedAgo: 200, score: [1, 1] })],
      [
        'Voir les résultats',
        'Après prolongation',
        await of({ status: 'finished', period: 'AET', finishedAgo: 200, score: [1, 2] }),
      ],
    ]
    await page.goto(cup.only)
    await expect(page.getByRole('region', { name: 'Votes ouverts' })).toBeVisible()
    // What is far below is drawn when the fan comes near.
    await page.keyboard.press('End')
    for (const [button, told, { id }] of states) {
      const card = cardOf(page, id)
      await expect(card.getByText(button, { exact: true })).toBeVisible()
      await expect(card.getByText(told).filter({ visible: true }).last()).toBeVisible()
      const disabled = button.startsWith('Match') || button.startsWith('Votes')
      await expect(card.getByRole('button', { name: button })).toHaveCount(disabled ? 1 : 0)
      if (disabled) await expect(card.getByRole('button', { name: button })).toBeDisabled()
      else await expect(card.getByRole('link', { name: button })).toHaveAccessibleDescription(/FC Rive/)
    }
  })

  test('shows its coefficient with two decimals, only above 1', async ({ page, world }) => {
    const [heavy, plain] = [competition(), competition()]
    const { id } = await world.build({ ...heavy, coefficient: 1.2, players: 0 })
    const { id: other } = await world.build({ ...plain, coefficient: 1, players: 0 })
    await page.goto(`/?c=${heavy.competitionId}-${plain.competitionId}`)
    await expect(cardOf(page, id).getByText('1,20')).toHaveText(/^Coefficient ×\u202f1,20$/)
    await expect(cardOf(page, other)).toBeVisible()
    await expect(cardOf(page, other).getByText('Coefficient')).toHaveCount(0)
  })

  test('shows the fan’s own podium, open or closed, and its missing picks', async ({ page, world }) => {
    const cup = competition()
    const names = ['Moussa Diarra', 'Ilyès Ferrand', 'Tom Vasseur']
    const [voted, begun, over] = [
      await world.build({ ...cup, names }),
      await world.build({ ...cup, names }),
      await world.build({ ...cup, names }),
    ]
    const fan = await world.signIn(page)
    for (const match of [voted, over]) await castBallot(world, fan.cookie, match.id, match.playerIds.slice(0, 3))
    await castBallot(world, fan.cookie, begun.id, begun.playerIds.slice(0, 2))
    await world.finish(over.id, 90)
    await page.goto(cup.only)
    await expect(cardOf(page, voted.id).getByText('Vote effectué ! Changer mon vote')).toBeVisible()
    await expect(cardOf(page, begun.id).getByText('Terminer mon vote (2/3)')).toBeVisible()
    await expect(cardOf(page, over.id).getByText('Voir les résultats')).toBeVisible()
    for (const match of [voted, over]) {
      const podium = cardOf(page, match.id).getByRole('list', { name: 'Mon podium' }).getByRole('listitem')
      await expect(podium).toHaveText([/1er.*Diarra/, /2e.*Ferrand/, /3e.*Vasseur/])
    }
    await expect(cardOf(page, begun.id).getByRole('list', { name: 'Mon podium' })).toContainText('Place libre')
  })

  test('animates its score when it changes, and nothing else moves', async ({ page, world }) => {
    const cup = competition()
    const { id } = await world.build({ ...cup, score: [0, 0], players: 0 })
    await page.goto(cup.only)
    await expect(cardOf(page, id)).toBeVisible()
    await expect(page.locator('.roll')).toHaveCount(0)
    await world.change(id, { score: [1, 0] })
    await expect(page.locator('.roll')).toHaveText('1')
  })

  test('keeps its layout with unusual names', async ({ page, world }) => {
    const cup = { ...competition(), competition: `${LONG_CLUB} 🏆` }
    await page.setViewportSize({ width: 320, height: 640 })
    for (const status of ['live', 'finished', 'upcoming'] as const) {
      const names = { home: `${LONG_CLUB} ${status}`, away: `محمد الفرجاني 🦊 ${status}` }
      await world.build({ ...cup, ...names, status, kickoffIn: -1, finishedAgo: 200, score: [10, 11], players: 0 })
    }
    await page.goto(cup.only)
    await expect(rows(page)).toHaveCount(3)
    await expectToFit(page)
  })
})

test.describe('the list', () => {
  test('goes from open votes to finished matches, each part in its order', async ({ page, world }) => {
    const cup = competition()
    const of = async (state: Parameters<World['build']>[0]) => (await world.build({ ...cup, players: 0, ...state })).id
    const wanted = [
      await of({ minute: 61, kickoffIn: -80 }),
      await of({ minute: 88, kickoffIn: -105 }),
      await of({ status: 'finished', kickoffIn: -130, finishedAgo: 20 }),
      await of({ minute: 12, kickoffIn: -12 }),
      await of({ status: 'upcoming', kickoffIn: -2 }),
      await of({ status: 'upcoming', kickoffIn: -1 }),
      await of({ status: 'finished', kickoffIn: -300, finishedAgo: 190 }),
      await of({ status: 'finished', kickoffIn: -DAY, finishedAgo: DAY - 110 }),
      await of({ status: 'postponed', kickoffIn: -200 }),
    ]
    await of({ status: 'upcoming', kickoffIn: 2 * DAY })
    await page.goto(cup.only)
    await expect(headings(page)).toHaveText([
      'Votes ouverts',
      'En direct',
      'À venir aujourd’hui',
      'Matchs terminés',
      'Reportés, annulés, suspendus',
    ])
    const links = await rows(page).getByRole('link').all()
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(addresses).toEqual(wanted.map((id) => `/match/${id}`))
  })

  test('leaves out the competitions that the operator turned off', async ({ page, world }) => {
    const cup = competition()
    await world.build({ ...cup, home: 'Racing Éteint', players: 0 })
    await page.goto(cup.only)
    await expect(rows(page)).toHaveCount(1)
    const cookie = await signIn(world, world.admin)
    const answer = await fetch(`${world.url}/api/rpc/set_competition_enabled`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, origin: world.url },
      body: JSON.stringify({ id: cup.competitionId, enabled: false }),
    })
    expect(answer.status).toBe(200)
    await page.reload()
    await expect(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
  })

  for (const hours of [-1, 1]) {
    test(`follows the server’s clock on a phone that is ${hours} h off`, async ({ page, world }) => {
      const cup = competition()
      const open = await world.build({ ...cup, status: 'finished', kickoffIn: -140, finishedAgo: 30, players: 0 })
      const over = await world.build({ ...cup, status: 'finished', kickoffIn: -190, finishedAgo: 80, players: 0 })
      await page.clock.install({ time: Date.now() + hours * 3_600_000 })
      await page.goto(cup.only)
      await expect(cardOf(page, open.id).getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
      await expect(cardOf(page, open.id).getByText(/^(29|30):\d\d$/)).toBeVisible()
      await expect(cardOf(page, over.id).getByText('Votes clos')).toBeVisible()
    })
  }

  test('renders hundreds of matches progressively', async ({ page }) => {
    const items = (await homeAnswers(page)).filter(({ status }) => status === 'finished')
    const many = Array.from({ length: 1_500 }, (_, index) => ({
      ...items[index % items.length],
      match_id: 5_000_000 + index,
    }))
    await page.context().route(HOME_READ, (route) => route.fulfill({ json: { items: many } }))
    await openHome(page)
    await expect(page.getByRole('status').filter({ hasText: /^1\s500/ })).toBeAttached()
    expect(await rows(page).count()).toBeLessThan(120)
    const before = await rows(page).count()
    await rows(page).last().scrollIntoViewIfNeeded()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before)
  })
})

test('nothing moves while the list is scrolled', async ({ page }) => {
  const shifts = await watchShifts(page)
  // A match that goes on moves to another part of the list.
  await page.context().route('**/api/live**', () => undefined)
  await openHome(page)
  for (let screen = 0; screen < 12; screen += 1) {
    const before = await scrolled(page)
    await page.mouse.wheel(0, 700)
    await expect.poll(() => scrolled(page)).toBeGreaterThan(before)
  }
  await expect.poll(() => scrolled(page)).toBeGreaterThan(3_000)
  await expectStill(shifts, 0.02)
})

test('a search in the lower box scrolls to its first result', async ({ page, world }) => {
  const cup = competition()
  await world.build({ ...cup, players: 0 })
  await openHome(page)
  await scrollPage(page, 1_500)
  await expect(box(page).last()).toBeInViewport()
  await box(page).last().fill(cup.competition)
  await expect(rows(page)).toHaveCount(1)
  await expect(headings(page).first()).toBeInViewport()
})

test('a filter collapses after a choice', async ({ page }) => {
  await openHome(page)
  const competitions = page.getByRole('button', { name: 'Top compétitions' })
  await competitions.click()
  await page.getByRole('list', { name: 'Compétitions à afficher' }).getByRole('button').nth(1).click()
  await page.getByRole('button', { name: 'Voir les matchs' }).click()
  await expect(competitions).toHaveAttribute('aria-expanded', 'false')
  await expect(competitions).toBeFocused()
  const calendar = page.getByRole('button', { name: 'Choisir un jour' })
  for (const fold of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Tout', exact: true }).click(),
  ]) {
    await calendar.click()
    await expect(page.getByRole('group', { name: 'Jour' })).toBeVisible()
    await expect(calendar).toHaveAttribute('aria-expanded', 'true')
    await fold()
    await expect(calendar).toHaveAttribute('aria-expanded', 'false')
  }
})

test('a button that disappears when pressed keeps the focus on the screen', async ({ page }) => {
  await openHome(page)
  await page.getByRole('button', { name: 'Masquer la présentation' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await scrollPage(page, 600)
  await page.getByRole('button', { name: 'Haut de page' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await box(page).first().fill('aucune équipe ne porte ce nom')
  await page.getByRole('button', { name: 'Réinitialiser les filtres' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test.describe('the head of the screen', () => {
  test('says what Tribune is until the fan hides it, for good', async ({ page }) => {
    await openHome(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tribune')
    await expect(page.getByText('Le vote populaire mondial').first()).toBeVisible()
    await expect(page.getByText('Pour chaque match que tu regardes, élis tes 3 meilleurs joueurs.')).toBeVisible()
    await page.getByRole('button', { name: 'Masquer la présentation' }).click()
    await expect(page.getByText('Pour chaque match')).toHaveCount(0)
    await page.reload()
    await expect(page.getByTitle('Comment ça marche ?')).toBeVisible()
    await expect(page.getByText('Pour chaque match')).toHaveCount(0)
  })

  test('leaves room for a complete card to vote on, even on a first visit', async ({ page }) => {
    await openHome(page)
    const vote = page.getByRole('link', { name: 'Voter' }).first()
    await expect(vote).toBeVisible()
    const navigation = await page.getByRole('navigation').boundingBox()
    const button = await vote.boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(navigation?.y ?? 0)
  })

  test('starts a search from the banner at 400 px, with the cursor in the box above the navigation', async ({
    page,
  }) => {
    await openHome(page)
    await expect(box(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Chercher un match' }).click()
    await expect(box(page)).toHaveCount(1)
    await expect(box(page)).toBeFocused()
    await expect.poll(() => scrolled(page)).toBe(400)
  })

  test('moves the search box above the navigation past 100 px of scroll, with the way up', async ({ page }) => {
    await openHome(page)
    const top = async () => (await box(page).boundingBox())?.y ?? 0
    await scrollPage(page, 100)
    await expect(box(page)).toHaveCount(1)
    const atHead = await top()
    await scrollPage(page, 101)
    await expect.poll(top).toBeGreaterThan(atHead + 200)
    await expect(box(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Haut de page' }).click()
    await expect.poll(() => scrolled(page)).toBe(0)
    await expect.poll(top).toBeLessThan(atHead + 200)
    await expect(box(page)).toHaveCount(1)
  })

  test('keeps the search box that is typed in wherever the page is scrolled', async ({ page }) => {
    await openHome(page)
    await box(page).fill('a')
    await scrollPage(page, 150)
    await expect(page.getByRole('button', { name: 'Haut de page' })).toBeVisible()
    await expect(box(page)).toHaveCount(1)
    await expect(box(page)).toBeFocused()
  })
})

test('a filter is kept while visiting other tabs', async ({ page, world }) => {
  const cup = competition()
  await world.build({ ...cup, players: 0 })
  await page.goto(cup.only)
  await expect(rows(page)).toHaveCount(1)
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  for (const other of ['Classements', 'Points', 'Profil']) {
    await tab(other).click()
    await expect(rows(page)).toHaveCount(0)
    await tab('Accueil').click()
    await expect(rows(page)).toHaveCount(1)
    await expect(page).toHaveURL(cup.only)
  }
})

test('the heading of the last matches is whole on a narrow phone, beside the way to older ones', async ({
  page,
  world,
}) => {
  const { id } = await world.build({ status: 'finished', kickoffIn: -300, finishedAgo: 180, players: 0 })
  await leaveOut(page, ({ match_id }) => match_id !== id)
  await page.setViewportSize({ width: 320, height: 640 })
  await openHome(page)
  const heading = headings(page).filter({ hasText: 'Les matchs récemment terminés' })
  const link = page.getByRole('link', { name: 'Historique' })
  await heading.scrollIntoViewIfNeeded()
  const [words, way] = [await heading.boundingBox(), await link.boundingBox()]
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(320 - 16)
  const isBeside = (way?.x ?? 0) >= (words?.x ?? 0) + (words?.width ?? 0)
  const isBelow = (way?.y ?? 0) + 11 >= (words?.y ?? 0) + (words?.height ?? 0)
  expect(isBeside || isBelow).toBe(true)
})

/** What covers the lower edge of the element that has the focus, if anything does. */
function coverOfFocus(): string | null {
  const focused = document.activeElement
  const { left = 0, right = 0, bottom = 0 } = focused?.getBoundingClientRect() ?? {}
  const seen = document.elementFromPoint((left + right) / 2, bottom - 4)
  return focused?.contains(seen) ? null : (seen?.outerHTML ?? 'outside')
}

test('the keyboard meets each match once, and what it meets is not under a bar', async ({ page, world }) => {
  const cup = competition()
  for (const minute of [61, 62, 63, 20]) await world.build({ ...cup, minute, players: 0 })
  for (const hours of [3, 4, 5]) {
    const over = { kickoffIn: -60 * hours - 110, finishedAgo: 60 * hours }
    await world.build({ ...cup, ...over, status: 'finished', players: 0 })
  }
  await page.goto(cup.only)
  await expect(rows(page)).toHaveCount(7)
  const met: (string | null)[] = []
  await page.getByRole('button', { name: 'Top compétitions' }).focus()
  while (met.filter((address) => address?.startsWith('/match/')).length < 7 && met.length < 10) {
    await page.keyboard.press('Tab')
    met.push(await page.locator(':focus').getAttribute('href'))
    expect(await page.evaluate(coverOfFocus), String(met.at(-1))).toBeNull()
  }
  const matches = met.filter((address) => address?.startsWith('/match/'))
  expect([matches.length, new Set(matches).size]).toEqual([7, 7])
})
