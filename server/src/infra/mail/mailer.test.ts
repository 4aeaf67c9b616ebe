import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmationMail } from '../../accounts/mails.ts'
import { type Outbox, startOutbox } from '../../standins/mail.ts'
import { type BulkMail, createMailer } from './mailer.ts'

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
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
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
    letGo()
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

  it('takes a mail server that is down, or silent, for one that may answer later', async () => {
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
