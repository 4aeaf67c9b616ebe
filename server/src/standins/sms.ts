import { randomBytes, randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import { developmentPage } from '../http/pages/development-page.ts'
import { escapeHtml } from '../kernel/text.ts'

const MAX_STORED = 200
const HOST = '127.0.0.1'
const ACCOUNT = 'tribune'
const PATH = `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`

/** A text in the outbox. */
interface StoredSms {
  readonly id: string
  readonly received_at: string
  readonly from: string
  readonly to: string
  readonly text: string
}

/** Stand-in for an SMS provider: texts stay on this machine, in memory, and can be read on a development page. */
export interface SmsOutbox {
  /** Address for the sender. */
  readonly url: string
  /** Newest first. */
  list(): readonly StoredSms[]
  /** Resolves with the newest text to a phone once it has received `count` of them. */
  waitFor(phone: string, count?: number): Promise<StoredSms>
  close(): Promise<void>
}

/** Starts a provider with Twilio's Messages API on a free loopback port. */
export async function startSmsOutbox(): Promise<SmsOutbox> {
  const token = randomBytes(24).toString('base64url')
  const stored: StoredSms[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const known = `Basic ${Buffer.from(`${ACCOUNT}:${token}`).toString('base64')}`
    if (request.headers.authorization !== known) return reply(response, 401, { code: 20003, message: 'Authenticate' })
    if (request.method !== 'POST' || request.url !== PATH) return reply(response, 404, { code: 20404 })
    const form = new URLSearchParams(await text(request))
    const [to, from, body] = [form.get('To'), form.get('From'), form.get('Body')]
    if (!to?.startsWith('+') || !from || !body) return reply(response, 400, { code: 21211, message: 'Invalid To' })
    const sms = { id: randomUUID(), received_at: new Date().toISOString(), from, to, text: body }
    stored.unshift(sms)
    stored.splice(MAX_STORED)
    arrivals.emit('sms')
    reply(response, 201, { sid: sms.id, status: 'queued', to, from, body })
  }
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()))
  await once(server.listen(0, HOST), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${ACCOUNT}:${token}@${HOST}:${port}${PATH}`,
    list: () => stored,
    async waitFor(phone, count = 1) {
      for (;;) {
        const [newest, ...older] = stored.filter(({ to }) => to === phone)
        if (newest !== undefined && older.length + 1 >= count) return newest
        await once(arrivals, 'sms')
      }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** `/dev/sms` and `/dev/sms.json`, registered only while the stand-in runs, because any reader can use every code. */
export function smsOutboxPages(outbox: SmsOutbox): FastifyPluginAsync {
  return async (http) => {
    const route = { schema: { hide: true } }
    http.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    http.get('/dev/sms', route, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(outbox)))
    http.get('/dev/sms.json', route, async () => ({ items: outbox.list() }))
  }
}

function page(outbox: SmsOutbox): string {
  const rows = outbox
    .list()
    .map(
      ({ to, text, received_at: at }) =>
        `<li>${escapeHtml(text)}<br><small>${words.to} ${escapeHtml(to)}, <time datetime="${at}">${words.hour(at.slice(11, 19))}</time></small></li>`,
    )
  const list = rows.length === 0 ? `<p>${words.noTexts}</p>` : `<ul>${rows.join('\n')}</ul>`
  return developmentPage(words.texts, `<p><small>${words.local}</small></p>${list}`)
}
