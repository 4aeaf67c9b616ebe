import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Mail, Mailer } from './mailer.ts'
import { createPost } from './post.ts'

const MAIL: Mail = { to: 'a@stade.invalid', subject: 'Bonjour', text: 'secret-token', html: '<p>secret-token</p>' }

function setUp(send: Mailer['send']) {
  const lines: string[] = []
  const { log } = Fastify({ logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } } })
  return { lines, post: createPost<Mail>({ what: 'mail', perHour: 10, send }, log) }
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

  it('sends at most ten mails an hour to one address', async () => {
    const sent: string[] = []
    const { post, lines } = setUp(async ({ to }) => void sent.push(to))
    for (let count = 0; count < 12; count += 1) post.send(MAIL)
    post.send({ ...MAIL, to: 'b@stade.invalid' })
    await post.flush()
    expect(sent.filter((to) => to === MAIL.to)).toHaveLength(10)
    expect(sent).toContain('b@stade.invalid')
    expect(lines.join()).toContain('too many to one address')
  })

  it('counts a reserved mail before it is sent, and logs how many it has withheld', async () => {
    const sent: string[] = []
    const { post, lines } = setUp(async ({ to }) => void sent.push(to))
    const asked = Array.from({ length: 12 }, () => post.reserve(MAIL.to))
    expect(asked.filter(Boolean)).toHaveLength(10)
    post.sendReserved(MAIL)
    await post.flush()
    expect([sent, post.accepts('b@stade.invalid')]).toEqual([[MAIL.to], true])
    expect(lines.map((line) => JSON.parse(line).withheld)).toEqual([1, 2])
    expect(lines.join()).not.toContain(MAIL.to)
  })
})
