import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open, press, textsOf } from '../support/screen.ts'
import { world } from '../support/world.ts'
import { box, button, competitionsFrom, expectOnly, headings, openHome, rows } from './home.ts'

const competition = competitionsFrom(883_000)
const top = () => box.elements()[0]?.getBoundingClientRect().y ?? 0

describe('the head of the screen', () => {
  test('says what Tribune is on the first visit, unless the fan hides it', async () => {
    await openHome()
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Tribune')
    await expect.element(page.getByText('Le vote populaire mondial', { exact: false }).first()).toBeVisible()
    const intro = page.getByText('Pour chaque match que tu regardes, élis tes 3 meilleurs joueurs.', { exact: false })
    await expect.element(intro).toBeVisible()
    await page.getByRole('link', { name: 'Points' }).click()
    await page.getByRole('link', { name: 'Accueil' }).click()
    await expect.element(intro).toBeVisible()
    await button('Masquer la présentation').click()
    await expectCount(intro, 0)
    localStorage.removeItem('tribune-intro')
    await open('/')
    await expect.element(intro).toBeVisible()
    await open('/')
    await expect.element(page.getByTitle('Comment ça marche\u202f?')).toBeVisible()
    await expectCount(intro, 0)
  })

  test('leaves room for a complete card to vote on, even on a first visit', async () => {
    await world.build(competition())
    await openHome()
    const vote = page.getByRole('link', { name: /Voter/ }).first()
    await expect.element(vote).toBeVisible()
    const navigation = page.getByRole('navigation').element().getBoundingClientRect()
    expect(vote.element().getBoundingClientRect().bottom).toBeLessThan(navigation.y)
  })

  test('starts a search from the banner at 400 px, with the cursor in the box above the navigation', async () => {
    await openHome()
    await expectCount(box, 1)
    await button('Chercher un match').click()
    await expectCount(box, 1)
    await expect.element(box).toHaveFocus()
    await expect.poll(() => window.scrollY).toBe(400)
  })

  test('moves the search box above the navigation past 100 px of scroll, with the way up', async () => {
    await openHome()
    window.scrollTo(0, 100)
    await expectCount(box, 1)
    const atHead = top()
    window.scrollTo(0, 101)
    await expect.poll(top).toBeGreaterThan(atHead + 200)
    await expectCount(box, 1)
    await button('Haut de page').click()
    await expect.poll(() => window.scrollY).toBe(0)
    await expect.poll(top).toBeLessThan(atHead + 200)
    await expectCount(box, 1)
  })

  test('keeps the search box that is typed in wherever the page is scrolled', async () => {
    await openHome()
    await box.fill('a')
    window.scrollTo(0, 150)
    await expect.element(button('Haut de page')).toBeVisible()
    await expectCount(box, 1)
    await expect.element(box).toHaveFocus()
  })
})

test('a search in the lower box scrolls to its first result', async () => {
  const cup = competition()
  await world.build({ ...cup, players: 0 })
  await openHome()
  window.scrollTo(0, 1_500)
  await expect.element(box.last()).toBeInViewport()
  await box.last().fill(cup.competition)
  await expectCount(rows, 1)
  await expect.element(headings.first()).toBeInViewport()
})

test('the filter and the scroll position are restored after a match, and the filter by the address', async () => {
  await openHome()
  await box.fill('a')
  await expect.poll(() => location.search).toContain('q=a')
  for (let drawn = 0; drawn <= 100; ) {
    drawn = rows.length
    const reach = () => {
      rows.last().element().scrollIntoView()
      return rows.length
    }
    await expect.poll(reach).toBeGreaterThan(drawn)
  }
  const link = (await rows.nth(100).getByRole('link').findElement()) as HTMLAnchorElement
  link.scrollIntoView({ block: 'center' })
  const [address, place] = [link.getAttribute('href') ?? '', window.scrollY]
  link.click()
  await expect.poll(() => location.pathname).toBe(address)
  history.back()
  await expect.element(page.css(`main a[href="${address}"]`)).toBeInViewport()
  expect(Math.abs(window.scrollY - place)).toBeLessThan(200)
  await expect.element(box.first()).toHaveValue('a')
  await open(location.pathname + location.search)
  await expect.element(box.first()).toHaveValue('a')
  await page.getByRole('link', { name: 'Accueil' }).click()
  await expect.element(box.first()).toHaveValue('')
})

test('a filter is retained while the fan visits other tabs', async () => {
  const cup = competition()
  await world.build({ ...cup, players: 0 })
  await open(cup.only)
  await expectCount(rows, 1)
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: false })
  for (const other of ['Classements', 'Points', 'Profil']) {
    await tab(other).click()
    await expectCount(rows, 0)
    await tab('Accueil').click()
    await expectCount(rows, 1)
    await expect.poll(() => location.pathname + location.search).toBe(cup.only)
  }
})

test('a button that disappears when pressed keeps the focus on the screen', async () => {
  const main = page.getByRole('main')
  await openHome()
  await press(button('Masquer la présentation'), '{Enter}')
  await expect.element(main).toHaveFocus()
  window.scrollTo(0, 600)
  await press(button('Haut de page'), '{Enter}')
  await expect.element(main).toHaveFocus()
  await box.first().fill('aucune équipe ne porte ce nom')
  await press(button('Réinitialiser les filtres'), '{Enter}')
  await expect.element(main).toHaveFocus()
})

describe('a filter', () => {
  test('of competitions collapses where the fan asks for the matches', async () => {
    await openHome()
    const competitions = button('Top compétitions')
    await competitions.click()
    await page.getByRole('list', { name: 'Compétitions à afficher' }).getByRole('button').nth(1).click()
    await button('Voir les matchs').click()
    await expect.element(competitions).toHaveAttribute('aria-expanded', 'false')
    await expect.element(competitions).toHaveFocus()
  })

  test.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a choice', () => page.getByRole('button', { name: 'Tout', exact: true }).click()],
  ] as const)('of days collapses after %s', async (_name, fold) => {
    await openHome()
    const calendar = button('Choisir un jour')
    await calendar.click()
    await expect.element(page.getByRole('group', { name: 'Jour' })).toBeVisible()
    await expect.element(calendar).toHaveAttribute('aria-expanded', 'true')
    await fold()
    await expect.element(calendar).toHaveAttribute('aria-expanded', 'false')
  })
})

const DAY = 24 * 60
const hourInParis = (moment: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Europe/Paris' }).format(moment))

test('teams and competitions are found while typing, ignoring accents', async () => {
  const cup = { ...competition(), competition: 'Coupe des Çîmes' }
  const { id } = await world.build({ ...cup, home: 'Étoile Brévent', away: 'Racing Orvalle', players: 0 })
  await openHome()
  for (const text of ['etoile brev', 'ORVALLE', ' coupe des cimes ']) {
    await box.fill(text)
    await expectOnly(id)
  }
  await button('Effacer la recherche').click()
  await expect.element(box).toHaveFocus()
  await expect.poll(() => rows.length).not.toBe(1)
})

test('filters that leave no match show a message, and are reset by one tap', async () => {
  await open('/?q=zzzz&c=880000&jour=2020-01-01')
  await expect.element(page.getByText('Aucun match à afficher pour ces filtres.')).toBeVisible()
  await button('Réinitialiser les filtres').click()
  await expect.element(rows.first()).toBeVisible()
  // The second box stands there as well where the button was far down.
  const values = () => box.elements().map((one) => (one as HTMLInputElement).value)
  await expect.poll(() => [...new Set(values())]).toEqual([''])
  await expect.poll(() => location.pathname + location.search).toBe('/')
})

test('the filter by competition collapses and still shows the choice, also by keyboard', async () => {
  const [one, other] = [competition(), competition()]
  for (const cup of [one, other]) await world.build({ ...cup, players: 0 })
  await openHome()
  const panel = button('Top compétitions')
  await expect.element(panel).toHaveAttribute('aria-expanded', 'false')
  await press(panel, '{Enter}')
  await press(button(`${one.competition} 1 match`), ' ')
  await press(button(`${other.competition} 1 match`), '{Enter}')
  await expectCount(rows.filter({ has: page.getByRole('link', { name: 'Voter en direct' }) }), 2)
  await press(panel, '{Enter}')
  await expect.element(page.getByRole('list', { name: 'Compétitions à afficher' })).not.toBeInTheDocument()
  await expect.element(panel).toMatchTextContent(`${one.competition} +1`)
  await expect.poll(() => location.pathname + location.search).toBe(`/?c=${one.competitionId}-${other.competitionId}`)
})

test('the filter by day offers yesterday, today and tomorrow by one tap, and any other day in the calendar', async () => {
  const cup = competition()
  // Towards noon, so that no match is on another day than meant: not at midnight, nor where a day has 23 or 25 hours.
  const now = await world.advance(0)
  const towardsNoon = hourInParis(now) < 12 ? 1 : -1
  const at = async (days: number) => {
    const kickoffIn = days * DAY + towardsNoon * (days === 0 ? 1 : 61)
    const past = { status: 'finished', kickoffIn, finishedAgo: -kickoffIn - 110 } as const
    return (await world.build({ ...cup, players: 0, ...(days < 0 ? past : { status: 'upcoming', kickoffIn }) })).id
  }
  const ids = { yesterday: await at(-1), today: await at(0), tomorrow: await at(1), before: await at(-3) }
  await open(cup.only)
  await expectCount(rows, 3)
  for (const [name, id] of [
    ['Hier', ids.yesterday],
    ['Aujourd’hui', ids.today],
    ['Demain', ids.tomorrow],
  ] as const) {
    const day = page.getByRole('button', { name, exact: true })
    await day.click()
    await expectOnly(id)
    await expect.element(day).toHaveAttribute('aria-pressed', 'true')
  }
  await expect.poll(() => textsOf(headings)).toEqual(['À venir'])
  const calendar = button('Choisir un jour')
  await press(calendar, '{Enter}')
  const day = new Date(now.getTime() + (towardsNoon * 61 - 3 * DAY) * 60_000)
  const french = new Intl.DateTimeFormat('fr-FR', { day: 'numeric', month: 'long', timeZone: 'Europe/Paris' })
  const label = french.format(day).replace(/^1 /, '1er ')
  await press(button(`${label}, `), '{Enter}')
  await expect.element(calendar).toHaveFocus()
  await expect.element(calendar).toHaveAttribute('aria-expanded', 'false')
  await expectOnly(ids.before)
})

test.each([
  { percent: 100, phone: SMALL_PHONE },
  { percent: 200, phone: PHONE },
])('the days are all in sight at $percent % of the text size, $phone.width px wide', async ({ percent, phone }) => {
  enlargeText(percent)
  // A day of the calendar takes the most room.
  await open('/?jour=2026-11-21')
  await expectToFit(phone)
  await expectWhole(page.getByRole('group', { name: 'Jour' }).getByRole('button'))
  await expectWhole(page.getByRole('navigation').first().getByRole('link'))
})
