import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outbox, startOutbox } from '../../standins/mail/outbox.ts'
import { createMailer } from './mailer.ts'
import { confirmationMail } from './mails.ts'

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
  it('delivers text and HTML over SMTP, accents and long links whole', async () => {
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

  it('writes to one address only, whatever is in it', async () => {
    const mailer = createMailer({ smtpUrl: outbox.smtpUrl, from: FROM })
    const mail = confirmationMail('one@stade.invalid, two@stade.invalid', 'https://tribune.invalid/')
    await mailer.send(mail).catch(() => {})
    mailer.close()
    expect(outbox.list().flatMap(({ to }) => to)).not.toContain('two@stade.invalid')
  })

  it('gives up on a mail server that never says a word', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((listening) => silent.once('listening', listening))
    const { port } = silent.address() as AddressInfo
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, limitMs: 50 })
    await expect(mailer.send(confirmationMail('a@stade.invalid', 'https://tribune.invalid/'))).rejects.toThrow('50 ms')
    mailer.close()
    silent.close()
  })
})

describe('the outbox', () => {
  it('shows the newest first, and the same after a restart', async () => {
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
