import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fillMailboxes } from '../../features/fans/accounts/service.ts'
import { joinAs, signIn, signUp, Visitor } from '../../testing/accounts.ts'
import { ORIGIN, PASSWORD } from '../../testing/constants.ts'
import { vouchedServerForFile } from '../../testing/for-file.ts'
import { visitProvider } from '../../testing/openid.ts'

const { server } = vouchedServerForFile(['google'])

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan
const codeOf = (answer: { json(): { error?: { code: string } } }) => answer.json().error?.code
const ask = (email: string, path = '/sign-in/magic-link') =>
  new Visitor(server).post(`/api/auth${path}`, { email, callbackURL: '/profile' })
const linkTo = async (email: string, count = 1) => (await server.outbox.waitFor(email, count)).links[0] ?? ''
const exchange = (visitor: Visitor, link: string) =>
  visitor.get(`/api/auth/magic-link/verify?token=${new URL(link).searchParams.get('link')}`)
const holders = async (mailbox: string) => {
  const { db } = server.tribune.app
  const query = db.selectFrom('auth.user').select('email').where('mailbox', '=', mailbox)
  return (await query.where('email_verified', '=', true).execute()).map(({ email }) => email)
}

async function throughGoogle(email: string): Promise<{ visitor: Visitor; to: string }> {
  const visitor = new Visitor(server)
  const body = { provider: 'google', callbackURL: '/match/7', errorCallbackURL: '/profile' }
  const { url } = (await visitor.post('/api/auth/sign-in/social', body)).json()
  const back = await visitProvider(url, { email })
  return { visitor, to: String((await visitor.get(back.url)).headers.location) }
}

describe('a second account of one mailbox', () => {
  it('is refused at sign-up as for the address itself, however it is spelled', async () => {
    await joinAs(server, 'une.boite@gmail.com')
    for (const email of ['une.boite@gmail.com', 'Une.Boite+2@gmail.com', 'uneboite@googlemail.com']) {
      const answer = await signUp(new Visitor(server), email)
      expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
        422,
        'USER_ALREADY_EXISTS',
        'Un compte existe déjà avec cet email (peut-être créé avec Google/Apple). Utilisez la connexion.',
      ])
    }
    expect(await holders('uneboite@gmail.com')).toEqual(['une.boite@gmail.com'])
  })

  it('is not created by a link or a code: both go to the existing account and its own address', async () => {
    const owner = await me(await joinAs(server, 'lien@stade.invalid'))
    expect((await ask('lien+vote@stade.invalid')).json()).toEqual({ status: true })
    const mail = await server.outbox.waitFor('lien@stade.invalid', 2)
    const code = /(\d{3})\s(\d{3})/.exec(mail.text)
    const byCode = new Visitor(server)
    const otp = `${code?.[1]}${code?.[2]}`
    await byCode.post('/api/auth/sign-in/email-otp', { email: 'Lien+Vote@stade.invalid', otp })
    expect((await me(byCode)).id).toBe(owner.id)
    await ask('lien+encore@stade.invalid')
    const { links } = await server.outbox.waitFor('lien@stade.invalid', 3)
    const byLink = new Visitor(server)
    await exchange(byLink, links.find((one) => one.includes('link=')) ?? '')
    expect((await me(byLink)).id).toBe(owner.id)
    expect(server.outbox.list().filter(({ to }) => to.includes('lien+vote@stade.invalid'))).toEqual([])
  })

  it('is refused by a link that was on its way before the mailbox was confirmed', async () => {
    await ask('course+1@stade.invalid')
    await ask('course+2@stade.invalid')
    const [first, second] = [new Visitor(server), new Visitor(server)]
    expect((await exchange(first, await linkTo('course+1@stade.invalid'))).statusCode).toBe(200)
    const late = await exchange(second, await linkTo('course+2@stade.invalid'))
    expect([late.statusCode, codeOf(late), await me(second)]).toEqual([400, 'user_already_exists', null])
  })

  it('is not confirmed, when several signed up before any was: the first to confirm is the fan', async () => {
    const [one, other] = [new Visitor(server), new Visitor(server)]
    await signUp(one, 'double+1@stade.invalid', { callbackURL: '/match/1' })
    await signUp(other, 'double+2@stade.invalid', { callbackURL: '/match/1' })
    expect((await one.get(await linkTo('double+1@stade.invalid'))).headers.location).toBe('/match/1')
    const late = await other.get(await linkTo('double+2@stade.invalid'))
    expect([late.headers.location, await me(other)]).toEqual(['/profile?error=user_already_exists', null])
    expect(await holders('double@stade.invalid')).toEqual(['double+1@stade.invalid'])
  })

  it('is refused to an unconfirmed account that is then proven by a link', async () => {
    for (const email of ['attente+1@stade.invalid', 'attente+2@stade.invalid']) {
      await signUp(new Visitor(server), email)
      await server.outbox.waitFor(email)
      await ask(email)
    }
    const linkOf = async (email: string) => {
      const { links } = await server.outbox.waitFor(email, 2)
      return links.find((one) => one.includes('link=')) ?? ''
    }
    await exchange(new Visitor(server), await linkOf('attente+1@stade.invalid'))
    const late = await exchange(new Visitor(server), await linkOf('attente+2@stade.invalid'))
    expect([late.statusCode, codeOf(late)]).toEqual([422, 'user_already_exists'])
  })

  it('is not created by a provider, nor is an unproven provider added to the existing account', async () => {
    await joinAs(server, 'g.o.o.g@gmail.com')
    const { visitor, to } = await throughGoogle('goog@gmail.com')
    expect([new URL(to, ORIGIN).searchParams.get('error'), await me(visitor)]).toEqual(['USER_ALREADY_EXISTS', null])
    expect(await holders('goog@gmail.com')).toEqual(['g.o.o.g@gmail.com'])
  })

  it('is refused at sign-up after a provider made the first', async () => {
    await throughGoogle('avant@gmail.com')
    expect(codeOf(await signUp(new Visitor(server), 'a.vant@gmail.com'))).toBe('user_already_exists')
  })

  it('is created for the owner, even if a stranger signed up first and never confirmed', async () => {
    await signUp(new Visitor(server), 'victime+squat@gmail.com')
    const { visitor } = await throughGoogle('victime@gmail.com')
    expect(await me(visitor)).toMatchObject({ email: 'victime@gmail.com', email_verified: true })
  })
})

describe('one mailbox', () => {
  it('signs in by any of its addresses, and shares one lockout and one mail limit', async () => {
    await joinAs(server, 'verrou@stade.invalid')
    expect((await signIn(new Visitor(server), 'verrou+ici@stade.invalid')).statusCode).toBe(200)
    for (let guess = 0; guess < 10; guess += 1) {
      await signIn(new Visitor(server), `verrou+${guess}@stade.invalid`, 'raté-raté')
    }
    expect((await signIn(new Visitor(server), 'verrou@stade.invalid', PASSWORD)).statusCode).toBe(429)
    for (let mail = 0; mail < 10; mail += 1) await ask(`noyade+${mail}@stade.invalid`)
    expect(codeOf(await ask('noyade@stade.invalid'))).toBe('too_many_messages')
  })

  it('stays with the oldest confirmed account that predates mailboxes, and the others become unconfirmed', async () => {
    const { db, config } = server.tribune.app
    await sql`
      INSERT INTO auth."user" (name, email, email_verified, created_at) VALUES
        ('', 'ancien+2@stade.invalid', true, now() - interval '1 day'),
        ('', 'ancien@stade.invalid', true, now() - interval '3 days'),
        ('', 'ancien+0@stade.invalid', false, now() - interval '4 days'),
        ('', ${`${'x'.repeat(8)}@phone.invalid`}, false, now()),
        ('', ${config.adminEmail.replace('@', '+avant@')}, true, now() - interval '9 days'),
        ('', ${config.adminEmail}, true, now())`.execute(db)
    await fillMailboxes(server.tribune.app)
    expect(await holders('ancien@stade.invalid')).toEqual(['ancien@stade.invalid'])
    expect(await holders(config.adminEmail)).toEqual([config.adminEmail])
    const { rows } = await sql<{ email: string }>`SELECT email FROM auth."user" WHERE mailbox IS NULL`.execute(db)
    expect(rows.every(({ email }) => email.endsWith('@phone.invalid'))).toBe(true)
    await fillMailboxes(server.tribune.app)
    expect(await holders('ancien@stade.invalid')).toEqual(['ancien@stade.invalid'])
  })
})
