import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { mail as one, outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import { developmentPage } from '../http/pages/development-page.ts'
import { Refusal } from '../kernel/refusal.ts'
import { escapeHtml } from '../kernel/text.ts'

const MAX_STORED = 200
const SIZE_LIMIT = 1024 * 1024
const CLOSE_LIMIT_MS = 1_000
const HOST = '127.0.0.1'
const LINK = /https?:\/\/[^\s<>"]+/g

const storedMail = z.object({
  id: z.string(),
  received_at: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Web addresses found in the text, in order. */
  links: z.array(z.string()),
  /** By lower-case name, unfolded. */
  headers: z.record(z.string(), z.string()).default({}),
})

/** A mail in the outbox. */
export type StoredMail = z.output<typeof storedMail>

/** Stand-in for a mail server: mails stay on this machine, and can be read on a development page. */
export interface Outbox {
  /** Address for the mailer. */
  readonly smtpUrl: string
  /** Newest first. */
  list(): readonly StoredMail[]
  /** Resolves with the newest mail to an address once it has received `count` of them. */
  waitFor(address: string, count?: number): Promise<StoredMail>
  /** Resolves once it holds this many mails in all. */
  reached(count: number): Promise<void>
  /** Refuses further mails with this SMTP code: at the recipient if `to` names one, after the content otherwise. `null` ends it. */
  refuse(to: string | null, code: number | null): void
  close(): Promise<void>
}

/** Starts a real SMTP server on a free loopback port. Stores the newest mails in `dir`, so that they survive restarts. */
export async function startOutbox(dir: string): Promise<Outbox> {
  const stored = new StoredMails(dir)
  await stored.open()
  const refusals = new Map<string | null, number>()
  const refusalFor = (to: string | null) => {
    const code = refusals.get(to?.toLowerCase() ?? null)
    return code === undefined ? null : Object.assign(new Error('Refused here'), { responseCode: code })
  }
  const server = new SMTPServer({
    name: 'tribune',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: SIZE_LIMIT,
    closeTimeout: CLOSE_LIMIT_MS,
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(refusalFor(address))
    },
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      const refusal = refusalFor(null)
      if (refusal === null) return void stored.receive(stream, recipients).then(() => done(), done)
      stream.resume().once('end', () => done(refusal))
    },
  })
  // Ignores senders that disconnect in the middle.
  server.on('error', () => {})
  const listener = server.listen(0, HOST)
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('The outbox has no port')
  return {
    smtpUrl: `smtp://${HOST}:${address.port}`,
    list: () => stored.mails,
    waitFor: (to, count = 1) => stored.waitFor(to, count),
    reached: (count) => stored.reached(count),
    refuse(to, code) {
      const key = to?.toLowerCase() ?? null
      if (code === null) refusals.delete(key)
      else refusals.set(key, code)
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

/** The newest mails, in memory and one file each. */
class StoredMails {
  readonly mails: StoredMail[] = []
  readonly #dir: string
  readonly #arrivals = new EventEmitter().setMaxListeners(0)

  constructor(dir: string) {
    this.#dir = dir
  }

  async open(): Promise<void> {
    await mkdir(this.#dir, { recursive: true })
    const names = (await readdir(this.#dir)).filter((name) => name.endsWith('.json')).sort()
    const stored = await Promise.all(names.slice(-MAX_STORED).map((name) => readOne(join(this.#dir, name))))
    this.mails.push(...stored.filter((mail) => mail !== null).reverse())
  }

  /** Acknowledges a mail only once it is on disk. */
  async receive(stream: Readable, recipients: readonly string[]): Promise<void> {
    const mail = await parse(stream, recipients)
    await writeFile(this.#fileOf(mail), JSON.stringify(mail), { mode: 0o600 })
    this.mails.unshift(mail)
    for (const old of this.mails.splice(MAX_STORED)) await rm(this.#fileOf(old), { force: true })
    this.#arrivals.emit('mail')
  }

  async waitFor(to: string, count: number): Promise<StoredMail> {
    for (;;) {
      const [newest, ...older] = this.mails.filter((mail) => mail.to.includes(to.toLowerCase()))
      if (newest !== undefined && older.length + 1 >= count) return newest
      await once(this.#arrivals, 'mail')
    }
  }

  async reached(count: number): Promise<void> {
    while (this.mails.length < count) await once(this.#arrivals, 'mail')
  }

  /** Names sort by time of arrival. */
  #fileOf(mail: StoredMail): string {
    return join(this.#dir, `${mail.received_at.replace(/\W/g, '')}-${mail.id}.json`)
  }
}

/** Reads a stored mail, or returns `null` for a file that a crash has truncated. */
async function readOne(file: string): Promise<StoredMail | null> {
  try {
    return storedMail.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

async function parse(stream: Readable, recipients: readonly string[]): Promise<StoredMail> {
  const mail = await PostalMime.parse(await buffer(stream))
  const text = mail.text ?? ''
  return {
    id: randomUUID(),
    received_at: new Date().toISOString(),
    from: mail.from?.address ?? '',
    to: [...recipients],
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    links: text.match(LINK) ?? [],
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  }
}

const HTML = 'text/html; charset=utf-8'
/** `/dev/mails` and `/dev/mails.json`, registered only while the stand-in runs, because any reader can use every link. */
export function outboxPages(outbox: Outbox): FastifyPluginAsync {
  return async (http) => {
    const route = { schema: { hide: true } }
    http.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    http.get('/dev/mails', route, async (_request, reply) => reply.type(HTML).send(listPage(outbox.list())))
    http.get('/dev/mails.json', route, async () => ({ items: outbox.list() }))
    http.get<{ Params: { id: string } }>('/dev/mails/:id', route, async (request, reply) => {
      const mail = outbox.list().find(({ id }) => id === request.params.id)
      if (mail === undefined) throw new Refusal('not_found')
      return reply.type(HTML).send(mailPage(mail))
    })
  }
}

function listPage(mails: readonly StoredMail[]): string {
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mails/${encodeURIComponent(mail.id)}">${escapeHtml(subjectOf(mail))}</a>
<small>${words.to} ${escapeHtml(mail.to.join(', '))}, ${time(mail)}</small></li>`,
  )
  const list = rows.length === 0 ? `<p>${words.noMails}</p>` : `<ul>${rows.join('\n')}</ul>`
  return developmentPage(words.mails, `<p><small>${words.local}</small></p>${list}`)
}

/** Shows a mail's HTML in a sandbox without scripts or forms, and its links above as text. */
function mailPage(mail: StoredMail): string {
  const links = mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`)
  return developmentPage(
    subjectOf(mail),
    `<p><a href="/dev/mails">${one.all}</a></p>
<p><small>${one.from} ${escapeHtml(mail.from)} ${words.to} ${escapeHtml(mail.to.join(', '))}, ${time(mail)}</small></p>
${links.length === 0 ? '' : `<h2>${one.links}</h2><ul>${links.join('\n')}</ul>`}
<h2>${one.text}</h2><pre>${escapeHtml(mail.text)}</pre>
${mail.html === '' ? '' : `<h2>${one.layout}</h2><iframe sandbox title="${one.frame}" srcdoc="${escapeHtml(mail.html)}"></iframe>`}`,
  )
}

function subjectOf(mail: StoredMail): string {
  return mail.subject === '' ? one.noSubject : mail.subject
}

function time(mail: StoredMail): string {
  const [day = '', hour = ''] = mail.received_at.slice(0, 19).split('T')
  return `<time datetime="${escapeHtml(mail.received_at)}">${escapeHtml(words.moment(day, hour))}</time>`
}
