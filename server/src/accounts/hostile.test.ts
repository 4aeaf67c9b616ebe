import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import Fastify, { LogController } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import type { App } from '../context.ts'
import { installErrorHandling, RefusalPace } from '../http/errors.ts'
import { createMailer } from '../infra/mail/mailer.ts'
import { Refusal } from '../kernel/refusal.ts'
import { joinAs, signIn, signUp, Visitor } from '../testing/accounts.ts'
import { IDLE } from '../testing/clock.ts'
import { NO_OBJECTS, PASSWORD } from '../testing/constants.ts'
import { accountsServerForFile } from '../testing/for-file.ts'
import { createAccounts } from './gateway.ts'
import { PasswordJudge } from './methods/password/password-judge.ts'
import { createParts } from './parts.ts'

const POSTS = ['/sign-up/email', '/sign-in/email', '/sign-out', '/send-verification-email', '/reset-password'].map(
  (path) => `/api/auth${path}`,
)
const DEEP = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
const BODIES = [
  ...NO_OBJECTS,
  '{"email":1,"password":2,"name":3}',
  '{"email":{"$ne":null},"password":{"$ne":null},"name":[]}',
  '{"email":"a@stade.invalid","password":"123456","name":"a\\u0000b"}',
  '{"email":"a@stade.invalid","password":"123456","name":"\\ud800"}',
  `{"email":"${'a'.repeat(2_000)}@stade.invalid","password":"123456","name":"a"}`,
  `{"__proto__":{"emailVerified":true},"email":"","password":"","name":""}`,
  `{"email":"b@stade.invalid","password":"123456","name":"b","callbackURL":{"a":1}}`,
  `{"email":"c@stade.invalid","password":"123456","name":"${'n'.repeat(5_000)}"}`,
  '{"token":"\\u0000","newPassword":"123456"}',
  DEEP,
  '\u0000',
]
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'nonsense',
  '',
]

const server = accountsServerForFile()

describe('nonsense', () => {
  it.each(POSTS)('posted to %s is refused and never causes a server error', async (url) => {
    for (const type of TYPES) {
      const visitor = new Visitor(server)
      for (const body of BODIES) {
        const answer = await visitor.post(url, body, { 'content-type': type })
        expect([type, body.slice(0, 80), answer.statusCode < 500]).toEqual([type, body.slice(0, 80), true])
        if (answer.statusCode >= 400) expect(answer.json().error.id).toEqual(expect.any(String))
      }
    }
  })

  it('in a callback or redirect URL is refused and never causes a server error', async () => {
    const paths = [
      'verify-email?token=a',
      'magic-link/verify?token=a',
      'reset-password/a?',
      'callback/google?code=a&state=b',
    ]
    const names = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo']
    for (const [path, name, value] of paths.flatMap((one) =>
      names.flatMap((two) => ['%25zz', '/%25', '%25E0%25A4%25A', 'https://%25zz'].map((three) => [one, two, three])),
    )) {
      const url = `/api/auth/${path}&${name}=${value}`
      const { statusCode } = await new Visitor(server).get(url)
      expect([url, statusCode]).toEqual([url, 403])
      const body = { email: 'a@stade.invalid', [String(name)]: decodeURIComponent(String(value)) }
      const posted = await new Visitor(server).post('/api/auth/request-password-reset', body)
      expect([body, posted.statusCode]).toEqual([body, 403])
    }
  })

  it.each([
    ['/api/auth/verify-email', 400],
    ['/api/auth/verify-email?token=%00', 400],
    ['/api/auth/verify-email?token=a&token=b', 400],
    ['/api/auth/verify-email?token=a.b.c', 401],
    ['/api/auth/reset-password/%00?callbackURL=/', 400],
    ['/api/auth/reset-password/%E0%A4%A?callbackURL=/', 400],
    ['/api/auth/', 404],
    ['/api/auth//sign-in/email', 404],
    ['/api/auth/../../etc/passwd', 404],
    ['/api/auth/sign-in/email', 404],
  ])('asked as %s answers %i', async (url, status) => {
    expect((await new Visitor(server).get(url)).statusCode).toBe(status)
  })

  it('sent as a reset token is refused before the password is checked', async () => {
    const judged = vi.spyOn(PasswordJudge.prototype, 'isGuessable')
    for (const token of ['nobodys', undefined]) {
      const answer = await new Visitor(server).post('/api/auth/reset-password', { token, newPassword: 'p4$$w0rd' })
      expect(answer.statusCode).toBe(400)
    }
    expect(judged).not.toHaveBeenCalled()
    judged.mockRestore()
  })

  it('that keeps the password check busy gets new passwords refused, and the answer explains why', async () => {
    const busy = vi.spyOn(PasswordJudge.prototype, 'isGuessable').mockRejectedValue(new Refusal('password_unjudged'))
    const visitor = new Visitor(server)
    const answer = await signUp(visitor, 'presse@stade.invalid')
    busy.mockRestore()
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      429,
      { code: 'password_unjudged', message: 'Ton mot de passe n’a pas pu être vérifié. Réessaie dans un instant.' },
    ])
    expect((await signUp(visitor, 'presse@stade.invalid')).statusCode).toBe(200)
  })

  it('in headers changes nothing', async () => {
    for (const headers of [
      { cookie: '=;;;=%' },
      { cookie: `better-auth.session_token=${'%41'.repeat(1_000)}` },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${'.'.repeat(1_000)}` },
      { 'x-forwarded-for': '"><script>', 'x-forwarded-host': 'evil.invalid' },
    ]) {
      expect((await new Visitor(server).get('/api/me', headers)).json()).toEqual({
        fan: null,
        identity_providers: [],
        captcha: null,
      })
      expect((await new Visitor(server).get('/api/auth/get-session', headers)).json()).toBeNull()
    }
  })

  it('as an address of another host is not followed', async () => {
    const { port } = new URL(await server.tribune.http.listen({ port: 0, host: '127.0.0.1' }))
    const asked = request({ port, path: 'http://evil.invalid/api/auth/get-session' }).end()
    const [answer]: IncomingMessage[] = await once(asked, 'response')
    expect(answer?.statusCode).toBe(400)
    answer?.resume()
  })

  it('too large is refused as such', async () => {
    const answer = await new Visitor(server).post(POSTS[0] ?? '', `"${'x'.repeat(70_000)}"`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, 'body_too_large'])
  })
})

describe('an address of the library that no screen needs', () => {
  it.each([
    'update-user',
    'delete-user',
    'change-email',
    'unlink-account',
    'list-accounts',
    'refresh-token',
    'get-access-token',
    'account-info',
    'list-sessions',
    'error',
    'ok',
  ])('is closed: %s', async (path) => {
    const visitor = await joinAs(server, `fermee-${path.replace('/', '-')}@stade.invalid`)
    expect((await visitor.post(`/api/auth/${path}`, {})).statusCode).toBe(404)
    const answer = await visitor.get(`/api/auth/${path}`)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
  })
})

describe('reads of the fan', () => {
  it('are refused without a session, and those for the operator to all other fans', async () => {
    const anonymous = new Visitor(server)
    const fan = await joinAs(server, 'simple@stade.invalid')
    const statuses = async (visitor: Visitor) => [
      (await visitor.get('/api/user_profiles')).statusCode,
      (await visitor.get('/api/user_profiles/count')).statusCode,
    ]
    expect(await statuses(anonymous)).toEqual([401, 401])
    expect(await statuses(fan)).toEqual([200, 403])
  })
})

/** The same accounts behind a server that writes its log here. */
async function startLogged(level: string, parts: Partial<App> = {}) {
  const lines: string[] = []
  const logger = { level, stream: { write: (line: string) => void lines.push(line) } }
  const http = Fastify({ logger, logController: new LogController({ disableRequestLogging: true }) })
  installErrorHandling(http, new RefusalPace(IDLE))
  const app = { ...server.tribune.app, log: http.log, ...parts }
  await http.register(createAccounts({ ...app, accounts: createParts(app) }))
  return { http, lines }
}

describe('the log', () => {
  it('contains no password, token or link, even when mails cannot be sent', async () => {
    const away = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@tribune.invalid' })
    const { http, lines } = await startLogged('debug', { mailer: away })

    const known = await joinAs(server, 'journal@stade.invalid')
    const { links } = await server.outbox.waitFor('journal@stade.invalid')
    const token = new URL(links[0] ?? '').searchParams.get('token') ?? 'none'
    const visitor = new Visitor(server, http)
    await visitor.get(links[0] ?? '')
    await visitor.get(`${links[0]}x`.replace('token=', 'token=y'))
    expect((await signIn(visitor, 'journal@stade.invalid')).statusCode).toBe(200)
    await signIn(visitor, 'journal@stade.invalid', 'wrong-password')
    expect((await signUp(visitor, 'sans-mail@stade.invalid')).statusCode).toBe(200)
    await signUp(visitor, 'sans-mail@stade.invalid')
    await signUp(visitor, 'journal@stade.invalid')
    await visitor.post('/api/auth/sign-up/email', '{')
    await http.close()
    away.close()

    const log = lines.join('')
    expect(log).toContain('mail could not be sent')
    expect(log).toContain('USER_ALREADY_EXISTS')
    const secrets = [
      PASSWORD,
      'wrong-password',
      token,
      'verify-email?token',
      ...visitor.cookies.values(),
      ...known.cookies.values(),
    ]
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  it('contains nothing that the app and the phone’s browser exchange', async () => {
    const { http, lines } = await startLogged('debug')
    const browser = await joinAs(server, 'passage@stade.invalid')
    const [challenge, verifier] = ['C'.repeat(42), 'V'.repeat(42)].map((text) => `${text}A`) as [string, string]
    const { code } = (await browser.post('/api/me/app-code', { challenge, alone: false })).json()
    const app = new Visitor(server, http)
    for (const body of [{ code, verifier }, { code, verifier }, { code }, { code, verifier, more: 1 }]) {
      expect((await app.post('/api/auth/app/exchange', body)).statusCode).toBeGreaterThanOrEqual(400)
    }
    await http.close()
    const log = lines.join('')
    expect(log).toContain('APP_CODE_OF_ANOTHER')
    for (const secret of [code, challenge, verifier]) expect(log).not.toContain(secret)
  })

  const far = (length: number) => `https://ailleurs.invalid/${'A'.repeat(length)}`
  const mail = { email: 'etranger@stade.invalid', password: PASSWORD }
  const navigates = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  it.each<[string, (visitor: Visitor) => Promise<{ statusCode: number }>]>([
    ['a link back to another site', (to) => to.get(`/api/auth/verify-email?token=x&callbackURL=${far(14_000)}`)],
    [
      'a redirect to another site',
      (to) => to.post('/api/auth/request-password-reset', { ...mail, redirectTo: far(62_000) }),
    ],
    ['a page of another site', (to) => to.post('/api/auth/sign-in/email', mail, { origin: far(14_000) })],
    ['a form of another site', (to) => to.post('/api/auth/sign-in/email', mail, navigates)],
  ])('has a short warning, and no server error, for %s', async (_name, ask) => {
    const { http, lines } = await startLogged('warn')
    expect((await ask(new Visitor(server, http))).statusCode).toBe(403)
    await http.close()
    expect(lines.map((line) => [JSON.parse(line).level, line.length < 500])).toEqual([[40, true]])
  })

  it('has our own failures as errors', async () => {
    const { cookie } = await joinAs(server, 'erreur@stade.invalid')
    const { http, lines } = await startLogged('warn')
    const { pool } = server.tribune.app
    const ask = () => new Visitor(server, http).get('/api/auth/get-session', { cookie })
    // The library inspects its tables during the first call. Otherwise it would do so in parallel with the second one.
    expect((await ask()).statusCode).toBe(200)
    await pool.query('ALTER TABLE auth.session RENAME TO lost')
    await ask()
    await pool.query('ALTER TABLE auth.lost RENAME TO session')
    await http.close()
    const cause = expect.objectContaining({ message: 'relation "auth.session" does not exist' })
    const failure = { level: 50, msg: 'accounts: INTERNAL_SERVER_ERROR', cause }
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(failure))
  })
})

describe('a database in disorder', () => {
  it('is reported without detail', async () => {
    const { cookie } = await joinAs(server, 'panne@stade.invalid')
    const { pool } = server.tribune.app
    await pool.query('ALTER TABLE auth.session RENAME TO lost')
    const answers = [
      await signIn(new Visitor(server), 'panne@stade.invalid'),
      await new Visitor(server).get('/api/me', { cookie }),
      await new Visitor(server).get('/api/auth/get-session', { cookie }),
    ]
    await pool.query('ALTER TABLE auth.lost RENAME TO session')
    const message = 'Une erreur est survenue. Réessaie dans un instant.'
    for (const answer of answers) {
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({ error: { code: 'internal', message, id: expect.any(String) } })
    }
  })
})
