import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountsServer, joinAs, signIn, signUp, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { type CaptchaJudge, startCaptchaJudge } from '../../testing/turnstile.ts'
import { CAPTCHA_PATHS } from '../endpoints.ts'

describe('the captcha', () => {
  const SECRET = 'what-the-judge-knows-us-by'
  const database = databaseForFile()
  let judge: CaptchaJudge
  let server: AccountsServer

  beforeAll(async () => {
    judge = await startCaptchaJudge(SECRET)
    const env = { TURNSTILE_SITE_KEY: 'site', TURNSTILE_SECRET_KEY: SECRET, TURNSTILE_VERIFY_URL: judge.url }
    server = await startAccountsServer(database.url, { env })
  })
  afterAll(async () => {
    await server.close()
    await judge.close()
  })

  const BODIES: Readonly<Record<string, object>> = {
    '/sign-up/email': { name: 'x', email: 'robot@stade.invalid', password: PASSWORD },
    '/send-verification-email': { email: 'robot@stade.invalid' },
    '/sign-in/magic-link': { email: 'robot@stade.invalid' },
    '/request-password-reset': { email: 'robot@stade.invalid' },
    '/phone-number/send-otp': { phoneNumber: '+33600000401' },
    '/wallet/challenge': { chain: 'ethereum', address: `0x${'1'.repeat(40)}` },
  }
  const ask = async (path: string, proof?: string, visitor = new Visitor(server)) => {
    const headers: Record<string, string> = proof === undefined ? {} : { 'x-captcha-response': proof }
    const answer = await visitor.post(`/api/auth${path}`, BODIES[path] ?? {}, headers)
    return [answer.statusCode, answer.json().code] as const
  }

  describe('a captcha', () => {
    it('exposes only its public key to pages', async () => {
      const answer = await new Visitor(server).get('/api/me')
      expect(answer.json().captcha).toBe('site')
      expect(answer.body).not.toContain(SECRET)
    })

    it.each(CAPTCHA_PATHS)('is required by %s', async (path) => {
      expect(await ask(path)).toEqual([400, 'MISSING_RESPONSE'])
      expect(await ask(path, 'made-up')).toEqual([403, 'VERIFICATION_FAILED'])
      expect([server.outbox.list(), server.texts.list()]).toEqual([[], []])
    })

    it('accepts a proof once', async () => {
      judge.believed.add('a-person')
      expect(await ask('/phone-number/send-otp', 'a-person')).toEqual([200, undefined])
      await server.texts.waitFor('+33600000401')
      expect(await ask('/phone-number/send-otp', 'a-person')).toEqual([403, 'VERIFICATION_FAILED'])
      expect(judge.asked.at(-1)).toMatchObject({ secret: SECRET, response: 'a-person', remoteip: expect.any(String) })
    })

    it('is not required for a first password sign-in, whose guesses are counted', async () => {
      const asked = judge.asked.length
      expect((await signIn(new Visitor(server), 'robot@stade.invalid')).statusCode).toBe(401)
      expect(judge.asked.length).toBe(asked)
    })

    it('refuses every call while its service is down, and explains why', async () => {
      judge.fail()
      const answer = await new Visitor(server).post(
        '/api/auth/sign-in/magic-link',
        BODIES['/sign-in/magic-link'] ?? {},
        {
          'x-captcha-response': 'a-person',
        },
      )
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        503,
        'La vérification anti-robot ne répond pas. Réessaie dans un instant.',
      ])
      expect(server.outbox.list()).toEqual([])
    })
  })
})

describe('mails that are withheld', () => {
  const database = databaseForFile()
  let server: AccountsServer
  /** Another server on the same database. */
  let second: AccountsServer
  beforeAll(async () => {
    server = await startAccountsServer(database.url)
    second = await startAccountsServer(database.url)
  })
  afterAll(async () => {
    await second.close()
    await server.close()
  })
  const PER_HOUR = 10
  const SAYS = 'Trop de messages en une heure. Sers-toi du dernier reçu, ou réessaie plus tard.'

  /** Asks for a mail to an address, as our pages do. */
  const ask = (path: string, email: string) =>
    new Visitor(server).post(`/api/auth${path}`, {
      email,
      [path === '/request-password-reset' ? 'redirectTo' : 'callbackURL']: '/',
    })

  /** Asks for one mail more than an address is sent in an hour, each from an address of its own, and gives every answer. */
  async function askTooOften(path: string, email: string) {
    const answers = []
    for (let count = 0; count <= PER_HOUR; count += 1) {
      const { statusCode, body } = await ask(path, email)
      answers.push(statusCode === 200 ? [statusCode, body] : [statusCode, JSON.parse(body).error.message])
    }
    return answers
  }

  describe('a mail over the hourly limit of its address', () => {
    it.each(['/request-password-reset', '/send-verification-email'])(
      'is refused at %s in the same words whether or not there is an account',
      async (path) => {
        const [confirmed, waiting, nobodys] = ['ferme', 'attend', 'personne'].map(
          (name) => `${name}${path.length}@stade.invalid`,
        ) as [string, string, string]
        await joinAs(server, confirmed)
        await signUp(new Visitor(server), waiting)
        // Their sign-ups had one mail each; a person unknown asks once more.
        await ask(path, nobodys)
        const answers = await Promise.all([nobodys, confirmed, waiting].map((email) => askTooOften(path, email)))
        const [first = []] = answers
        expect(first.at(-1)).toEqual([429, SAYS])
        expect(first.filter(([status]) => status === 200)).toHaveLength(PER_HOUR - 1)
        expect(answers).toEqual([first, first, first])
      },
    )

    it('is refused to a caller who signs up again and again', async () => {
      const email = 'encore-et-encore@stade.invalid'
      const answers = []
      for (let count = 0; count <= PER_HOUR; count += 1) answers.push(await signUp(new Visitor(server), email))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(PER_HOUR).fill(200), 429])
      expect(answers.at(-1)?.json().error).toMatchObject({ code: 'too_many_messages', message: SAYS })
    })

    it('is refused on every server, in any spelling of the address, and so is a text to a phone', async () => {
      const servers = [server, second]
      const statuses = async (count: number, path: string, body: (n: number) => object) => {
        const answers = Array.from({ length: count }, (_, n) =>
          new Visitor(servers[n % 2] ?? server).post(`/api/auth${path}`, body(n)),
        )
        return (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort()
      }
      const mails = await statuses(14, '/sign-in/magic-link', (n) => ({
        email: n % 3 === 0 ? 'Deux.Serveurs+foot@gmail.com' : 'deuxserveurs@gmail.com',
        callbackURL: '/',
      }))
      expect(mails).toEqual([...Array(PER_HOUR).fill(200), ...Array(4).fill(429)])
      const texts = await statuses(8, '/phone-number/send-otp', () => ({ phoneNumber: '+33600000477' }))
      expect(texts).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
      const stored = await database.db.selectFrom('auth.attempt').select('key').execute()
      expect(JSON.stringify(stored)).not.toMatch(/deux|3360/i)
    })
  })
})
