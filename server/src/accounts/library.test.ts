import { ACCOUNT_CALLS } from '@tribune/contract/account-endpoints.ts'
import { isAnyErrorCode, refusalOf } from '@tribune/contract/account-errors.ts'
import { getMigrations } from 'better-auth/db/migration'
import { expect, it } from 'vitest'
import { signIn, Visitor } from '../testing/accounts.ts'
import { vouchedServerForFile } from '../testing/for-file.ts'
import { ENDPOINTS, rulesOf } from './endpoints.ts'
import { createLibrary, signedClaims } from './library.ts'
import { byPhone } from './methods/phone.ts'
import { samlSignIn } from './methods/saml.ts'
import { secondFactor } from './second-factor/totp.ts'
import { accountSettings } from './settings.ts'

it.each([
  ['/sign-in/email', true],
  ['/reset-password/token', true],
  ['/sign-in/email/', false],
  ['/sign-in', false],
  ['/update-user', false],
  ['/toString', false],
  ['', false],
])('the path %j below the prefix is open: %s', (path, open) => {
  expect(rulesOf(path) !== undefined).toBe(open)
})

it('a session inherits from another only if the second factor or the app creates it', () => {
  const found = Object.entries(ENDPOINTS).flatMap(([path, rules]) =>
    'inherits' in rules ? [[path, rules.inherits]] : [],
  )
  expect(found).toEqual([
    ['/two-factor/enable', 'factorChange'],
    ['/two-factor/disable', 'factorChange'],
    ['/two-factor/generate-backup-codes', 'factorChange'],
    ['/two-factor/verify-totp', 'secondProof'],
    ['/two-factor/send-otp', 'factorChange'],
    ['/two-factor/verify-otp', 'secondProof'],
    ['/two-factor/verify-backup-code', 'secondProof'],
    ['/app/exchange', 'handover'],
  ])
})

const { server } = vouchedServerForFile(['google', 'apple', 'sso'])
const PREFIX = '/api/auth'
const named = new Set(ACCOUNT_CALLS.map(({ method, path }) => `${method} ${path}`))

/** Lists all endpoints of the library, with path parameters replaced by the provider ids of this server. */
function openEndpoints(): { readonly methods: readonly string[]; readonly path: string }[] {
  const { app } = server.tribune
  const nowhere = { accepts: () => true, send: () => {}, flush: async () => {} } as never
  const parts = { mails: nowhere, texts: nowhere, judge: nowhere, passwordHashing: nowhere }
  const { api } = createLibrary({ app, ...parts })
  const all = Object.values(api) as {
    readonly path?: string
    readonly options?: { readonly method?: string | string[] }
  }[]
  return all.flatMap(({ path, options }) => {
    const methods = [options?.method ?? []].flat()
    const ids = path?.endsWith('/:id') ? ['google', 'apple', 'sso'] : path?.endsWith('/:providerId') ? ['saml'] : ['']
    return ids.map((id) => ({ methods, path: (path ?? '').replace(/:(?:id|providerId)$/, id) }))
  })
}

it('names every address of the accounts library that is open, by a method that it takes', () => {
  const open = openEndpoints().filter(({ path }) => rulesOf(path) !== undefined)
  expect(open.length).toBeGreaterThan(25)
  for (const { methods, path } of open) {
    expect(
      methods.some((method) => named.has(`${method} ${PREFIX}${path}`)),
      path,
    ).toBe(true)
  }
  const known = new Set(openEndpoints().map(({ path }) => PREFIX + path))
  expect(ACCOUNT_CALLS.map(({ path }) => path).filter((path) => !known.has(path))).toEqual([])
})

it('OpenAPI has every account call with its refusals, each code with a sentence', async () => {
  const { paths } = (await new Visitor(server).get('/api/openapi.json')).json()
  for (const { method, path, errors } of ACCOUNT_CALLS) {
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(JSON.stringify(described?.responses), path).toContain(errors[0])
    for (const code of errors) expect(refusalOf(code)[1]).not.toBe('')
  }
})

it('refuses with a code of the closed list, in the form of every other refusal', async () => {
  const answer = await signIn(new Visitor(server), 'inconnue@stade.invalid')
  const { error } = answer.json()
  expect(error).toEqual({ code: 'invalid_email_or_password', message: expect.any(String), id: expect.any(String) })
  expect(isAnyErrorCode(error.code)).toBe(true)
})

it('the migrations hold every table and column that the accounts library wants', async () => {
  const warnings: string[] = []
  const plan = await getMigrations({
    ...accountSettings('https://tribune.invalid'),
    plugins: [
      signedClaims('https://tribune.invalid'),
      secondFactor({} as never),
      byPhone({ config: { secrets: ['a secret of a test'] } } as never, {} as never, {} as never),
      samlSignIn(null, ''),
    ],
    database: { db: server.tribune.app.db, type: 'postgres', schemaName: 'auth' },
    logger: { level: 'warn', log: (_level, message) => void warnings.push(message) },
  })
  const sql = await plan.compileMigrations()
  expect({ sql, problems: plan.schemaProblems, warnings }).toEqual({ sql: ';', problems: [], warnings: [] })
})
