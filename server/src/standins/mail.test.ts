import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { type Outbox, outboxPages, type StoredMail } from './mail.ts'

const HOSTILE: StoredMail = {
  id: 'one',
  received_at: '2026-05-01T10:00:00.000Z',
  from: 'a@stade.invalid',
  to: ['"><script>alert(1)</script>@stade.invalid'],
  subject: '<script>alert(2)</script>',
  text: '<script>alert(3)</script>',
  html: '"><script>alert(4)</script>',
  links: ['https://tribune.invalid/?a=1&b="><script>alert(5)</script>'],
  headers: {},
}

async function pages(mails: StoredMail[]) {
  const outbox: Outbox = {
    smtpUrl: '',
    list: () => mails,
    waitFor: async () => HOSTILE,
    reached: async () => {},
    refuse: () => {},
    close: async () => {},
  }
  const http = Fastify()
  await http.register(outboxPages(outbox))
  return http
}

describe('the pages of the outbox', () => {
  it('show in French that there is nothing yet', async () => {
    const http = await pages([])
    const page = await http.inject('/dev/mails')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('Aucun message pour l’instant.')
  })

  it.each(['/dev/mails', '/dev/mails/one'])('do not let a mail’s content become part of %s', async (url) => {
    const http = await pages([HOSTILE])
    const page = await http.inject(url)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('&lt;script&gt;alert(2)')
    expect(page.headers['cache-control']).toBe('no-store')
  })

  it('show the mail’s own page in a frame without any right', async () => {
    const http = await pages([HOSTILE])
    expect((await http.inject('/dev/mails/one')).body).toContain('<iframe sandbox title')
  })

  it('give the same content as JSON', async () => {
    const http = await pages([HOSTILE])
    expect((await http.inject('/dev/mails.json')).json()).toEqual({ items: [HOSTILE] })
  })
})
