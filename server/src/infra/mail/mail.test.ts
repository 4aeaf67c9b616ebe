import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmationMail } from '../../accounts/mails.ts'
import { type Outbox, startOutbox } from '../../standins/mail.ts'
import { type BulkMail, createMailer, type Mail, type Mailer } from './mailer.ts'
import { createPost, type RecipientLimit } from './post.ts'

const FROM = 'Tribune <bonjour@tribune.invalid>'
let dir: string
let outbox: Outbox

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tribune-mail-'))
  outbox = await startOutbox(dir)
})

afterEach(async () => {
  await outbox.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the mailer', () => {
  it('delivers text and HTML over SMTP, with accents and long links intact', async () => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    const link = `https://tribune.invalid/api/auth/verify-email?token=${'a.b-c_'.repeat(80)}&callbackURL=%2Fmatch%2F7`
    await mailer.send(confirmationMail('zoé+vote@stade.invalid', link))
    const mail = await outbox.waitFor('zoé+vote@stade.invalid')
    expect(mail).toMatchObject({
      from: 'bonjour@tribune.invalid',
      subject: 'Confirme ton adresse e-mail',
      links: [link],
    })
    expect(mail.text).toContain('N’ouvre pas ce lien et oublie ce message')
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
    mailer.close()
  })

  it('sends to one address only, even if it contains two', async () => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    const mail = confirmationMail('one@stade.invalid, two@stade.invalid', 'https://tribune.invalid/')
    await mailer.send(mail).catch(() => {})
    mailer.close()
    expect(outbox.list().flatMap(({ to }) => to)).not.toContain('two@stade.invalid')
  })

  it('gives up on a silent mail server', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => silent.once('listening', listening))
    const { port } = silent.address() as AddressInfo
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, limitMs: 50 })
    await expect(mailer.send(confirmationMail('a@stade.invalid', 'https://tribune.invalid/'))).rejects.toThrow('50 ms')
    mailer.close()
    silent.close()
  })
})

describe('a bulk mail', () => {
  const bulk = (to: string): BulkMail => ({
    ...confirmationMail(to, 'https://t.invalid/'),
    messageId: '<one@tribune.invalid>',
    headers: { 'List-Unsubscribe': `<https://tribune.invalid/${'a'.repeat(90)}>, <mailto:a@tribune.invalid>` },
  })

  it('has its headers unchanged, and its message id', async () => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    expect(await mailer.sendInBulk(bulk('a@stade.invalid'))).toEqual({ outcome: 'sent' })
    const { headers } = await outbox.waitFor('a@stade.invalid')
    expect(headers).toMatchObject({
      'message-id': '<one@tribune.invalid>',
      'list-unsubscribe': `<https://tribune.invalid/${'a'.repeat(90)}>, <mailto:a@tribune.invalid>`,
    })
    mailer.close()
  })

  it('waits while another mail is on its way', async () => {
    const arrived: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        arrived.push(address)
        if (address.startsWith('sign-in')) held.then(() => done())
        else done()
      },
      onData: (stream, _session, done) => void stream.resume().once('end', () => done()),
    })
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM })
    const link = 'https://t.invalid/'
    const first = mailer.send(confirmationMail('sign-in@stade.invalid', link))
    const late = mailer.sendInBulk(bulk('bulk@stade.invalid'))
    await expect.poll(() => arrived).toEqual(['sign-in@stade.invalid'])
    const second = mailer.send(confirmationMail('sign-in-too@stade.invalid', link))
    await expect.poll(() => arrived).toEqual(['sign-in@stade.invalid', 'sign-in-too@stade.invalid'])
    release()
    await Promise.all([first, second])
    expect(await late).toEqual({ outcome: 'sent' })
    expect(arrived.at(-1)).toBe('bulk@stade.invalid')
    mailer.close()
    await new Promise<void>((done) => server.close(done))
  })

  it.each([
    ['an address refused for good', 'a@stade.invalid', 550, { outcome: 'refused', isAddress: true }],
    ['an address refused for now', 'a@stade.invalid', 450, { outcome: 'later' }],
    ['a content refused for good', null, 554, { outcome: 'refused', isAddress: false }],
    ['a content refused for now', null, 451, { outcome: 'later' }],
  ])('tells %s', async (_what, to, code, outcome) => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    outbox.refuse(to, code)
    expect(await mailer.sendInBulk(bulk('a@stade.invalid'))).toMatchObject({ ...outcome, reason: expect.any(String) })
    mailer.close()
  })

  it('treats a mail server that is down or silent as one that may answer later', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    for (const at of [port, 9]) {
      const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${at}`, from: FROM, limitMs: 50 })
      expect(await mailer.sendInBulk(bulk('a@stade.invalid'))).toMatchObject({ outcome: 'later' })
      mailer.close()
    }
    silent.close()
  })
})

describe('the outbox', () => {
  it('shows the newest first, even after a restart', async () => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    for (const name of ['a', 'b', 'c'])
      await mailer.send(confirmationMail(`${name}@stade.invalid`, 'https://t.invalid/'))
    mailer.close()
    const newestFirst = ['c@stade.invalid', 'b@stade.invalid', 'a@stade.invalid']
    expect(outbox.list().flatMap(({ to }) => to)).toEqual(newestFirst)
    await outbox.close()
    outbox = await startOutbox(dir)
    expect(outbox.list().flatMap(({ to }) => to)).toEqual(newestFirst)
  })
})

const MAIL: Mail = { to: 'a@stade.invalid', subject: 'Bonjour', text: 'secret-token', html: '<p>secret-token</p>' }

const NO_LIMIT: RecipientLimit = { accepts: async () => true, take: async () => true }

function setUp(send: Mailer['send'], limit = NO_LIMIT) {
  const lines: string[] = []
  const { log } = Fastify({ logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } })
  return { lines, post: createPost<Mail>({ what: 'mail', limit, send }, log) }
}

describe('the post', () => {
  it('accepts a mail at once, and can be flushed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { post } = setUp(() => promise)
    post.send(MAIL)
    let flushed = false
    const flush = post.flush().then(() => {
      flushed = true
    })
    await Promise.resolve()
    expect(flushed).toBe(false)
    resolve()
    await flush
    expect(flushed).toBe(true)
  })

  it('logs a failure without the mail’s content', async () => {
    const { post, lines } = setUp(async () => {
      throw new Error('550 mailbox full')
    })
    post.send(MAIL)
    await post.flush()
    expect(lines.join()).toContain('550 mailbox full')
    expect(lines.join()).not.toContain('secret-token')
  })

  it('sends messages in the order in which they were asked for, however long counting one takes', async () => {
    const sent: string[] = []
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const limit = { accepts: async () => true, take: () => promise }
    const { post } = setUp(async ({ subject }) => void sent.push(subject), limit)
    post.send({ ...MAIL, subject: 'first' })
    post.sendReserved({ ...MAIL, subject: 'second' })
    await new Promise(setImmediate)
    resolve(true)
    await post.flush()
    expect(sent).toEqual(['first', 'second'])
  })

  it('counts what was sent before it accepts another', async () => {
    let taken = 0
    const { promise: counting, resolve: count } = Promise.withResolvers<void>()
    const limit = {
      accepts: async () => taken < 1,
      async take() {
        await counting
        taken += 1
        return true
      },
    }
    const { post } = setUp(async () => {}, limit)
    post.send(MAIL)
    const accepted = post.accepts(MAIL.to)
    count()
    expect(await accepted).toBe(false)
  })

  it('withholds what is beyond the limit of an address, and logs how many, without it', async () => {
    const sent: string[] = []
    const limit = { accepts: async () => false, take: async (to: string) => to !== MAIL.to }
    const { post, lines } = setUp(async ({ to }) => void sent.push(to), limit)
    expect([await post.accepts(MAIL.to), await post.reserve(MAIL.to)]).toEqual([false, false])
    post.send(MAIL)
    post.send({ ...MAIL, to: 'b@stade.invalid' })
    await post.flush()
    expect(sent).toEqual(['b@stade.invalid'])
    expect(lines.map((line) => JSON.parse(line).withheld)).toEqual([1, 2, 3])
    expect(lines.join()).not.toContain(MAIL.to)
  })
})
