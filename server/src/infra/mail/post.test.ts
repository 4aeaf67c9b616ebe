import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Mail, Mailer } from './mailer.ts'
import { createPost, type RecipientLimit } from './post.ts'

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
