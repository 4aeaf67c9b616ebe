import type { Page } from '@playwright/test'
import { COUNTING_RULE_VERSION } from '@tribune/domain/counting-rule.ts'
import { EXPLAINED_COMPETITIONS } from '../../../web/src/lib/limits.ts'
import { matchScreen, read, signIn } from '../../support/api.ts'
import { expectNoViolation } from '../../support/axe.ts'
import { scrolled } from '../../support/home.ts'
import { eachOf, expect, test, type World } from '../../support/world.ts'

const CHAPTERS = ['Tu votes', 'Le barème', 'Les coefficients', 'Le classement mondial', 'En toute transparence']
const competitions = (page: Page) => page.getByRole('list', { name: 'Compétitions actives' }).getByRole('listitem')
const back = (page: Page) => page.getByRole('button', { name: 'Retour' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test.describe('Comment ça marche ?', () => {
  test('opens at a chapter, and tells voting, the scale, coefficients, the world ranking, and the rule with its version', async ({
    page,
    world,
  }) => {
    await test.step('it opens at the chapter that its address names, and follows its own links there', async () => {
      await page.goto('/points#coefficients')
      await expect(heading(page, 'Les coefficients')).toBeInViewport()
      await expect(heading(page, 'Tu votes')).not.toBeInViewport()
      await page.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link', { name: 'Transparence' }).click()
      await expect(heading(page, 'En toute transparence')).toBeInViewport()
      await expect(page).toHaveURL('/points#transparence')
      await expect(page.getByRole('region', { name: 'En toute transparence' })).toBeFocused()
    })
    await test.step('voting, the scale, the world ranking, and the rule with its version', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Comment ça marche ?')
      for (const chapter of CHAPTERS) await expect(heading(page, chapter)).toBeVisible()
      await expect(
        page.getByText('Les votes ouvrent à la 60ème minute du match et ferment 60\u00a0minutes'),
      ).toBeVisible()
      await expect(page.getByText('Ton premier reçoit 5\u00a0points, ton deuxième 3, ton troisième 1.')).toBeVisible()
      await expect(page.getByText('+5\u00a0XP')).toBeVisible()
      await expect(page.getByText('Moins de 10 votes complets')).toBeVisible()
      await expect(page.getByText(`Règle de comptage ${COUNTING_RULE_VERSION}`)).toBeVisible()
      await expect(page.getByText('7\u00a0×\u00a05 + 4\u00a0×\u00a03 + 2\u00a0×\u00a01 = 49')).toBeVisible()
    })
    await test.step('the ten values, plain and for a competition', async () => {
      const values = page.getByRole('table').getByRole('row')
      const told = async () => (await values.allTextContents()).slice(1).map((row) => Number(row.match(/\d+$/)?.[0]))
      await expect(values).toHaveCount(11)
      expect(await told()).toEqual([100, 80, 70, 60, 50, 40, 30, 20, 15, 10])
      await page.getByLabel('Pour un match de').selectOption({ label: 'La Liga (×\u00a03,77)' })
      expect(await told()).toEqual([377, 302, 264, 226, 189, 151, 113, 75, 57, 38])
    })
    await test.step('the weightiest competitions that count, best first', async () => {
      const { items } = await read<{ items: { name: string; coefficient: number }[] }>(
        world,
        '/api/available_competitions?enabled=true&order=coefficient&limit=8',
      )
      await expect(competitions(page)).toHaveCount(EXPLAINED_COMPETITIONS)
      for (const [index, { name }] of items.entries()) await expect(competitions(page).nth(index)).toContainText(name)
      // Another test of this world may have made a weightier one than the Champions League.
      const best = new Intl.NumberFormat('fr').format(Math.round((items[0]?.coefficient ?? 0) * 100))
      await expect(competitions(page).first()).toContainText(`${best}\u00a0points pour le premier`)
    })
    await test.step('which phases weigh more now', async () => {
      await expect(page.getByText('toutes les phases et les derbys valent 1,00')).toBeVisible()
      await weighDerbies(world, 1.2)
      await page.reload()
      await expect(page.getByText('Derby ×\u00a01,20')).toBeVisible()
      await weighDerbies(world, 1)
    })
  })

  test('says that the competitions are loading, that they cannot be loaded, or that none is active, accessibly', async ({
    page,
  }) => {
    // First: once the worker has taken over, it would answer a held read with what it has stored.
    await test.step('they are loading, and cannot be loaded', async () => {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.context().route('**/api/available_competitions**', async (route) => {
        await held
        await route.fulfill({ status: 400, body: '{}' })
      })
      await page.goto('/points')
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Chargement…' })).toBeVisible()
      answer()
      await expect(page.getByText('Les compétitions n’ont pas pu être chargées.')).toBeVisible()
      await expectNoViolation(page, 'competitions failed')
      await page.context().unrouteAll()
      await page.getByRole('button', { name: 'Réessayer' }).click()
      await expect(competitions(page)).toHaveCount(EXPLAINED_COMPETITIONS)
    })
    await test.step('none is active', async () => {
      await page.context().route('**/api/available_competitions**', (route) => route.fulfill({ json: { items: [] } }))
      await page.goto('/points')
      await expect(page.getByText('Aucune compétition active')).toBeVisible()
      await expectNoViolation(page, 'no competition')
    })
  })
})

async function weighDerbies(world: World, coefficient: number): Promise<void> {
  const answer = await fetch(`${world.url}/api/rpc/set_cm_table`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await signIn(world, world.admin) },
    body: JSON.stringify({ table: [{ phase: 'derby_multiplier', coefficient }] }),
  })
  expect(answer.status).toBe(200)
}

test.describe('the privacy policy', () => {
  test('is found at the foot, in English or French, accessibly, and says where to write to', async ({ page }) => {
    await test.step('it is found at the foot of home and of the profile', async () => {
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Confidentialité' })).toHaveAttribute('href', '/privacy')
      await page.goto('/profile')
      await page.getByRole('link', { name: 'Confidentialité' }).click()
      await expect(page).toHaveURL('/privacy')
    })
    await test.step('it is in English, the French text one tap away and at an address of its own', async () => {
      await page.goto('/privacy')
      const article = page.getByRole('article')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
      await expect(page).toHaveTitle('Privacy policy · Tribune')
      await expect(article).toHaveAttribute('lang', 'en')
      await expect(article.getByText(/^Last updated \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
      const chapters = await article.getByRole('heading', { level: 2 }).count()
      await expectNoViolation(page, '/privacy')
      await page.getByRole('link', { name: 'Français' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confidentialité')
      await expect(article).toHaveAttribute('lang', 'fr')
      await expect(article.getByRole('heading', { level: 2 })).toHaveCount(chapters)
      await page.reload()
      await expect(page).toHaveURL('/privacy?lang=fr')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confidentialité')
      await expectNoViolation(page, '/privacy?lang=fr')
      await page.getByRole('link', { name: 'English' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
    })
    await test.step('any other language is taken for English, which is marked as chosen', async () => {
      for (const query of ['lang=%3Cscript%3E&lang=fr', 'lang=en', 'from=mail']) {
        await page.goto(`/privacy?${query}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
        await expect(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'page')
        await expect(page.getByRole('link', { name: 'Français' })).not.toHaveAttribute('aria-current')
      }
    })
    await test.step('there is no address to write to yet, then the one there is', async () => {
      await page.goto('/privacy')
      await expect(page.getByText('This site has not given a contact address yet.')).toBeVisible()
      await page
        .context()
        .route('**/api/contact', (route) => route.fulfill({ json: { email: 'vie-privee@tribune.invalid' } }))
      await page.goto('/privacy?lang=fr')
      await expect(page.getByRole('link', { name: 'vie-privee@tribune.invalid' })).toHaveAttribute(
        'href',
        'mailto:vie-privee@tribune.invalid',
      )
    })
  })
})

/** An address that answers 404, whatever it is: the journey goes to no other. */
const ITSELF_GONE = /^404 \/(?!api\/|assets\/|media\/)/

test('an unknown address has a 404 page with a link to the ranking', async ({ page, complaints }) => {
  complaints.allow(ITSELF_GONE)
  const strange = ['/%F0%9F%A6%8A', '/Points%00', `/${'a'.repeat(2000)}`, '/un.point']
  await eachOf(['/nulle-part', '/player', '/match/1/2', ...strange], async (path) => {
    // The server's own answer: the worker has a page for every address, once it controls the page.
    expect((await page.request.get(path)).status()).toBe(404)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hors-jeu\u202f!')
    await expect(page.getByText('Cette page n’existe pas, ou plus.')).toBeVisible()
    await expect(page).toHaveTitle('Hors-jeu\u202f! · Tribune')
    await page.getByRole('link', { name: 'Voir le classement' }).click()
    await expect(page).toHaveURL('/rankings')
  })
})

test('a screen that fails says so inside the shell, and the next one is there', async ({ page, complaints }) => {
  complaints.allow(/^TypeError: Cannot destructure property 'id' of 'object null'/)
  await page.context().route('**/api/available_competitions**', (route) => route.fulfill({ json: { items: [null] } }))
  await page.goto('/points')
  await expect(page.getByRole('alert')).toContainText('Le jeu est arrêté')
  await expect(page).toHaveTitle('Le jeu est arrêté · Tribune')
  await expectNoViolation(page, 'crash')
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classement')
  await page.goBack()
  await page.context().unrouteAll()
  await page.getByRole('button', { name: 'Recharger la page' }).click()
  await expect(heading(page, 'Tu votes')).toBeVisible()
})

/** Inner screens: where « Retour » leads fans who opened the screen directly. */
const INNER = [
  ['/privacy', '/profile'],
  ['/nulle-part', '/'],
  ['/player/abc', '/rankings'],
  ['/match/424242', '/'],
  ['/history', '/'],
] as const

test('back from an inner screen opened cold leads to its home, and not round in circles', async ({
  page,
  complaints,
}) => {
  complaints.allow(/^404 \/(match\/|nulle-part$|player\/|api\/rpc\/get_match_screen\?match_id=424242$)/)
  for (const [path, home] of INNER) {
    await test.step(`${path} leads to ${home}`, async () => {
      // A tab of its own, without a history.
      const cold = await page.context().newPage()
      await cold.goto(path)
      await back(cold).click()
      await expect(cold).toHaveURL(home)
      expect(await cold.evaluate(() => history.length)).toBe(2)
      await cold.close()
    })
  }
})

test('back leads to the screen before, on the scroll where it was left, also after a reload', async ({ page }) => {
  await page.goto('/rankings')
  const player = page.getByRole('main').getByRole('listitem').nth(12).getByRole('link')
  await player.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(0)
  await player.click()
  await expect(page).toHaveURL(/\/player\//)
  await page.reload()
  await back(page).click()
  await expect(page).toHaveURL('/rankings')
  await expect(player).toBeInViewport()
})

test('each screen has a title of its own', async ({ page, world, complaints }) => {
  complaints.allow(/^404 \/(match\/|api\/rpc\/get_match_screen\?match_id=)424242$/)
  const match = await world.build({ home: 'GD Pedralvor', away: 'GD Vilamonte' })
  const titles = {
    [`/match/${match.id}`]: 'GD Pedralvor – GD Vilamonte · Tribune',
    '/match/424242': 'Match 424242 non trouvé · Tribune',
    '/rankings': 'Classement · Tribune',
    '/points': 'Comment ça marche ? · Tribune',
    '/profile': 'Profil · Tribune',
  }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
  }
})

test('a new screen is read aloud by its title, and focus follows it', async ({ page, world }) => {
  await page.goto('/')
  const card = page.locator('main a[href^="/match/"]').first()
  const id = Number((await card.getAttribute('href'))?.split('/').at(-1))
  const { match } = await matchScreen(world, id)
  await card.focus()
  await page.keyboard.press('Enter')
  const title = `${match.home_team} – ${match.away_team} · Tribune`
  await expect(page).toHaveTitle(title)
  await expect.poll(() => readAloud(page)).toContain(title)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Points', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => readAloud(page)).toContain('Comment ça marche ? · Tribune')
  await expect(page.getByRole('link', { name: 'Points', exact: true })).toBeFocused()
})

/** The texts that a screen reader finds on the page, the title of the page itself left out. */
async function readAloud(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes.filter((node) => node.role?.value === 'StaticText').map((node) => String(node.name?.value))
}
