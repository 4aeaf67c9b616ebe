import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectToFit } from '../support/axe.ts'
import { enlargeText, expectWhole } from '../support/large-text.ts'
import { expectCount, open, press, textsOf } from '../support/screen.ts'
import { world } from '../support/world.ts'
import { box, button, competitionsFrom, expectOnly, headings, openHome, rows } from './home.ts'

const DAY = 24 * 60
const competition = competitionsFrom(884_000)
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
