import { outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/html.ts'
import type { SmsOutbox } from './outbox.ts'

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
