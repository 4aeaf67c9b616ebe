import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import { DESKTOP } from '../../support/samples.ts'
import { open } from '../support/screen.ts'
import { world } from '../support/world.ts'

beforeEach(() => commands.emulate({ forcedColors: 'active' }))
afterEach(() => commands.emulate({ forcedColors: 'none' }))

/** Returns whether an element's background differs from the page's. In forced-colors mode, the system gives our own surfaces the background of the page. */
function hasSurface(element: Element): boolean {
  const { backgroundColor } = getComputedStyle(element)
  const page = getComputedStyle(document.documentElement).backgroundColor
  return backgroundColor !== page && !/^rgba\(.*, 0\)$/.test(backgroundColor)
}

/** Expects that the chosen element has its own background and the other one does not. */
async function expectDistinct(chosen: Locator, other: Locator): Promise<void> {
  const both = async () => [await chosen.findElement(), await other.findElement()].map(hasSurface)
  await expect.poll(both).toEqual([true, false])
}

const button = (name: string) => page.getByRole('button', { name })
const link = (name: string) => page.getByRole('navigation').getByRole('link', { name })

test('in forced-colors mode, the current tab, day and theme stand out', async () => {
  await open('/')
  await expectDistinct(link('Accueil'), link('Points'))
  await expectDistinct(button('Tout'), button('Hier'))
  await open('/profile')
  await expectDistinct(link('Profil'), link('Accueil'))
  await expectDistinct(page.css('label:has([value=auto])'), page.css('label:has([value=light])'))
})

test('in forced-colors mode, the chosen team stands out', async () => {
  const { id } = await world.build({ home: 'Stade Corbeval', away: 'AS Montrelle' })
  await open(`/match/${id}`)
  const tabs = page.getByRole('tab')
  await expectDistinct(tabs.first(), tabs.last())
})

test('in forced-colors mode, the chosen day of the calendar stands out', async () => {
  const days = page.css('.grid-cols-7 button:enabled')
  await open('/')
  await button('Choisir un jour').click()
  await days.first().click()
  await page.getByRole('group', { name: 'Jour' }).getByRole('button').last().click()
  await expectDistinct(days.first(), days.nth(1))
})

test('in forced-colors mode, the bars of the points scale are visible', async () => {
  await open('/points')
  await expect.poll(async () => hasSurface(await page.css('.amount').first().findElement())).toBe(true)
})

test('in forced-colors mode, the sign-in button has an outline', async () => {
  await open('/profile')
  await expect.element(button('Recevoir mon code')).toHaveStyle({ borderTopWidth: '1px', borderTopStyle: 'solid' })
})

test('in forced-colors mode, the current tab stands out and the brand, which links to the same page, does not', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  await open('/')
  await expectDistinct(link('Accueil'), page.css('a[aria-hidden][href="/"]'))
})
