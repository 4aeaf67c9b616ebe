import type { Work } from '@tribune/contract/proof-of-work.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { proveWork } from '../../../web/src/features/account/proof/work-proof.ts'
import { expectNoViolation } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { answer, handle, requests } from '../support/wire.ts'
import { button } from './people.ts'

const HOUR_S = 3_600

/** Work at a price that no machine pays while the test looks. */
const endless = (): Work => ({
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '11'.repeat(16),
    cost: 5_000,
    keyLength: 32,
    keyPrefix: 'ff'.repeat(16),
    keySignature: '22'.repeat(32),
    expiresAt: Math.floor(Date.now() / 1_000) + HOUR_S,
    data: { worth: 1, derivations: 1_000 },
  },
  signature: '33'.repeat(32),
})

/** Work that needs more memory than WebAssembly can have. */
const enormous = (): Work => {
  const { parameters, signature } = endless()
  return { parameters: { ...parameters, algorithm: 'ARGON2ID', cost: 1, memoryCost: 8 * 1_024 * 1_024 }, signature }
}

const works = () => requests(/^\/api\/proof-of-work$/, 'POST').length

test('unfinished work shows its progress, and stops when the fan cancels it', async () => {
  // Uses up what the form of an earlier test has begun.
  await proveWork()
  answer(/^POST \/api\/proof-of-work$/, () => ({ work: endless() }))
  await open('/profile')
  await page.getByLabelText('Adresse e-mail').fill('longue@supporters.invalid')
  await button('Recevoir mon code').click()
  await expect.element(page.getByRole('status').getByText('Vérification anti-robot en cours…')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Avancement de la vérification' })).toBeVisible()
  await expectNoViolation('work under way')
  const begun = works()
  await button('Arrêter').click()
  await expect.element(textWith('tu as arrêté la vérification anti-robot. Rien n’est parti.')).toBeVisible()
  await expectCount(page.getByRole('progressbar'), 0)
  await expect.element(button('Recevoir mon code')).toHaveFocus()
  // Nothing runs on unseen.
  expect(works()).toBe(begun)
})

test('a browser that lacks the memory for the work asks for work without it, once', async () => {
  const answers = [enormous(), null]
  answer(/^POST \/api\/proof-of-work$/, () => ({ work: answers.shift() ?? null }))
  expect(await proveWork('supporters.invalid')).toBe(null)
  const asked = requests(/^\/api\/proof-of-work$/, 'POST').map(({ body }) => JSON.parse(String(body)).algorithms)
  expect(asked).toEqual([['ARGON2ID', 'PBKDF2/SHA-256'], ['PBKDF2/SHA-256']])
})

/** Work that a few derivations solve. */
const easy = (): Work => {
  const work = endless()
  return { ...work, parameters: { ...work.parameters, cost: 1, keyPrefix: '0', data: { worth: 1, derivations: 2 } } }
}

test('a sign-in does the work that the server asks for, as often as needed, then shows the server’s answer', async () => {
  await proveWork()
  answer(/^POST \/api\/proof-of-work$/, () => ({ work: easy() }))
  const proofs: (string | null)[] = []
  handle(/^POST \/api\/auth\/sign-in\/email$/, async ({ headers }) => {
    proofs.push(headers.get('x-captcha-response'))
    const [code, status] = (
      [
        ['missing_response', 400],
        ['more_work_needed', 403],
        ['verification_failed', 403],
      ] as const
    )[proofs.length - 1] ?? ['invalid_email_or_password', 401]
    return Response.json({ error: { code, message: `refusal ${code}`, id: 'x' } }, { status })
  })
  await open('/profile')
  await button('Avec un mot de passe').click()
  await page.getByLabelText('Adresse e-mail').fill('assiegee@supporters.invalid')
  await page.getByLabelText('Mot de passe', { exact: true }).fill('un-virage-entier')
  await button('Se connecter').click()
  await expect.element(textWith('Mot de passe incorrect. Vérifie ton mot de passe')).toBeVisible()
  expect(proofs.map((proof) => proof !== null)).toEqual([false, true, true, true])
})
