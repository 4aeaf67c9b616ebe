import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MIN_LISTED } from '@tribune/domain/fans/disposable.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { schedulerNightly } from '../../features/operator/nightly/jobs.ts'
import { type AccountsServer, joinAs, signUp, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { SECRET } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { isDisposable, refreshDisposableDomains } from './new-address.ts'

const database = databaseForFile()
const PADDING = Array.from({ length: 2 * MIN_LISTED }, (_, n) => `box-${n}.example`)
const MEBIBYTE = 1024 * 1024

/** Answer of the list's address. */
let answer: { readonly status: number; readonly body: string; readonly cut?: boolean }
const list = createServer((_request, response) => {
  const length = answer.cut ? answer.body.length + 1 : answer.body.length
  response.writeHead(answer.status, { 'content-type': 'text/plain', 'content-length': length }).write(answer.body)
  if (answer.cut) response.destroy()
  else response.end()
})

let server: AccountsServer
let other: AccountsServer
beforeAll(async () => {
  await new Promise<void>((done) => list.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(list.address() as AddressInfo).port}/list.txt`
  server = await startAccountsServer(database.url, { env: { DISPOSABLE_DOMAINS_URL: url } })
  other = await startAccountsServer(database.url)
})
afterAll(async () => {
  await Promise.all([server.close(), other.close()])
  list.close()
})
beforeEach(() => {
  answer = { status: 200, body: ['fresh.example', 'gmail.com', 'privaterelay.appleid.com', ...PADDING].join('\n') }
})

const refusalOf = async (on: AccountsServer, email: string) => (await signUp(new Visitor(on), email)).json().error?.code
const linkTo = async (on: AccountsServer, email: string) =>
  (await new Visitor(on).post('/api/auth/sign-in/magic-link', { email, callbackURL: '/' })).statusCode

describe('addresses that can be made without limit', () => {
  it.each([
    'fan@mailinator.com',
    'fan@MAILINATOR.com',
    'fan@yopmail.com',
    'fan@below.mailinator.com',
    'fan@anything.33mail.com',
    'fan@below.sudomail.com',
    // In the newer list alone.
    'fan@000webmail.ddnss.de',
    'fan@duck.com',
    'shop@fan.mozmail.com',
    'fan@slmail.me',
    'shop@fan.anonaddy.com',
  ])('are refused: %s', async (email) => expect(await refusalOf(server, email)).toBe('disposable_email'))

  it.each([
    'a@gmail.com',
    'a@orange.fr',
    'a@privaterelay.appleid.com',
    'a@mailinator.com.stade.invalid',
    'a@club.my.id',
    'nothing',
    '@',
  ])('are not: %s', async (email) => expect(await isDisposable(database.db, email)).toBe(false))
})

describe('a maintained list', () => {
  it('is read by the nightly run and refuses new accounts on every server, never existing ones', async () => {
    await joinAs(server, 'before@fresh.example')
    expect(await refusalOf(other, 'early@fresh.example')).toBeUndefined()
    // There is no feed here: the nightly run continues without it.
    await expect(schedulerNightly(server.tribune.app)).rejects.toThrow()
    for (const email of ['fan@fresh.example', 'fan@below.fresh.example', 'fan@box-7.example']) {
      expect(await refusalOf(other, email)).toBe('disposable_email')
      expect(await linkTo(server, email)).toBe(400)
    }
    expect(await linkTo(other, 'before@fresh.example')).toBe(200)
    expect(await refusalOf(other, 'fan@gmail.com')).toBeUndefined()
    expect(await refusalOf(other, 'fan@privaterelay.appleid.com')).toBeUndefined()
  })

  it('that no longer names a domain allows it again, and leaves the built-in list unchanged', async () => {
    answer = { status: 200, body: PADDING.join('\n') }
    await refreshDisposableDomains(server.tribune.app)
    expect(await isDisposable(database.db, 'fan@fresh.example')).toBe(false)
    expect(await isDisposable(database.db, 'fan@mailinator.com')).toBe(true)
  })

  it.each([
    ['an error', { status: 503, body: PADDING.join('\n') }],
    ['a page', { status: 200, body: `<!doctype html>${'<p>box.example</p>\n'.repeat(2 * MIN_LISTED)}` }],
    ['less than half', { status: 200, body: PADDING.slice(0, MIN_LISTED - 1).join('\n') }],
    ['half a list and silence', { status: 200, body: [...PADDING, 'cut.example'].join('\n'), cut: true }],
    ['far too much', { status: 200, body: `${PADDING.join('\n')}\n${'# more\n'.repeat(1.5 * MEBIBYTE)}` }],
    ['nothing', { status: 204, body: '' }],
  ])('that answers with %s changes nothing', async (_what, broken) => {
    await refreshDisposableDomains(server.tribune.app)
    answer = broken
    await refreshDisposableDomains(server.tribune.app)
    expect(await isDisposable(database.db, 'fan@fresh.example')).toBe(true)
    expect(await isDisposable(database.db, 'fan@cut.example')).toBe(false)
  })
})

it('the list of domains is read only over https in production, and only where its address is configured', () => {
  expect(readConfig({ NODE_ENV: 'test', SECRET }).disposableDomainsUrl).toBeNull()
  const env = { NODE_ENV: 'production', DISPOSABLE_DOMAINS_URL: 'http://list.invalid/list.txt' }
  expect(() => readConfig(env)).toThrow('DISPOSABLE_DOMAINS_URL: https')
})
