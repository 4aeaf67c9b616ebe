import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { change } from '../support/wire.ts'

const article = page.getByRole('article')
const address = () => location.pathname + location.search
const title = page.getByRole('heading', { level: 1 })

describe('the privacy policy', () => {
  test('is in English, the French text one tap away, both accessible', async () => {
    await open('/privacy')
    await expect.element(title).toHaveTextContent('Privacy policy')
    await expect.poll(() => document.title).toBe('Privacy policy · Tribune')
    await expect.element(article).toHaveAttribute('lang', 'en')
    await expect.element(article.getByText(/^Last updated \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
    const chapters = article.getByRole('heading', { level: 2 })
    const count = chapters.length
    expect(count).toBeGreaterThan(0)
    await expectNoViolation('/privacy')
    await page.getByRole('link', { name: 'Français' }).click()
    await expect.element(title).toHaveTextContent('Confidentialité')
    await expect.element(article).toHaveAttribute('lang', 'fr')
    await expectCount(chapters, count)
    await expectNoViolation('/privacy?lang=fr')
    await page.getByRole('link', { name: 'English' }).click()
    await expect.element(title).toHaveTextContent('Privacy policy')
  })

  test('is found at the foot, and its French text at an address of its own', async () => {
    const foot = page.getByRole('link', { name: 'Confidentialité' })
    await open('/')
    await expect.element(foot).toHaveAttribute('href', '/privacy')
    await open('/profile')
    await foot.click()
    await expect.poll(address).toBe('/privacy')
    await expect.element(title).toHaveTextContent('Privacy policy')
    await page.getByRole('link', { name: 'Français' }).click()
    await expect.element(title).toHaveTextContent('Confidentialité')
    await expect.poll(address).toBe('/privacy?lang=fr')
    await open(address())
    await expect.element(title).toHaveTextContent('Confidentialité')
  })

  test.each(['lang=%3Cscript%3E&lang=fr', 'lang=en', 'from=mail'])(
    'is in English where the address says %s, which is marked as chosen',
    async (query) => {
      await open(`/privacy?${query}`)
      await expect.element(title).toHaveTextContent('Privacy policy')
      await expect.element(page.getByRole('link', { name: 'English' })).toHaveAttribute('aria-current', 'page')
      await expect.element(page.getByRole('link', { name: 'Français' })).not.toHaveAttribute('aria-current')
    },
  )

  test('says that there is no address to write to yet', async () => {
    await open('/privacy')
    const sentence = page.getByText('This site has not given a contact address yet.', { exact: false })
    await expect.element(sentence).toBeVisible()
  })

  test('names the address to write to', async () => {
    change(/^\/api\/contact/, () => ({ email: 'vie-privee@tribune.invalid' }))
    await open('/privacy?lang=fr')
    await expect
      .element(page.getByRole('link', { name: 'vie-privee@tribune.invalid' }))
      .toHaveAttribute('href', 'mailto:vie-privee@tribune.invalid')
  })
})

test('the legal notice is found at the foot, and says what is not configured', async () => {
  await open('/profile')
  await page.getByRole('link', { name: 'Mentions légales' }).click()
  await expect.element(title).toHaveTextContent('Mentions légales')
  await expect.poll(() => document.title).toBe('Mentions légales · Tribune')
  await expect.element(page.getByText('Ce site ne l’a pas encore indiqué.').first()).toBeVisible()
  await expect.element(page.getByText('Un compte se crée à partir de 15\u00a0ans.', { exact: false })).toBeVisible()
  await expectNoViolation('/legal')
})

test('the legal notice names the publisher, the host and the address to write to', async () => {
  const named = {
    email: 'contact@tribune.invalid',
    publisher: 'Tribune SAS, 1 rue du Stade, Lyon',
    director: 'Camille Roux',
    host: 'Nuage SA, Lille',
  }
  change(/^\/api\/contact/, () => named)
  await open('/legal')
  for (const line of [named.publisher, named.director, named.host])
    await expect.element(page.getByText(line)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: named.email }))
    .toHaveAttribute('href', 'mailto:contact@tribune.invalid')
})

test('the sign-up form states the minimum age, and links the terms', async () => {
  await open('/profile')
  await expect.element(page.getByText('Dès 15\u00a0ans.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'conditions', exact: true })).toHaveAttribute('href', '/legal')
})
