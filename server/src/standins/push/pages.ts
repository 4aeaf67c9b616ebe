import { encrypted, outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/html.ts'
import type { PushStandIn, StoredPush } from './services.ts'

/** `/dev/push` and `/dev/push.json`, registered only while the stand-in runs. Messages to browsers are encrypted for them: only their address shows. */
export function pushPages(standIn: PushStandIn): FastifyPluginAsync {
  return async (http) => {
    const route = { schema: { hide: true } }
    http.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    http.get('/dev/push', route, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page(standIn)))
    http.get('/dev/push.json', route, async () => ({
      items: standIn.list().map((push) => ({ ...push, body: push.body.toString('base64url') })),
    }))
  }
}

const textOf = ({ kind, body }: StoredPush) => (kind === 'web' ? encrypted(body.length) : body.toString())

function page(standIn: PushStandIn): string {
  const rows = standIn.list().map((push) => {
    const { kind, endpoint, received_at: at } = push
    return `<li>${escapeHtml(textOf(push))}<br><small>${kind}, ${words.to} ${escapeHtml(endpoint)}, <time datetime="${at}">${words.hour(at.slice(11, 19))}</time></small></li>`
  })
  const list = rows.length === 0 ? `<p>${words.noPushes}</p>` : `<ul>${rows.join('\n')}</ul>`
  return developmentPage(words.pushes, `<p><small>${words.local}</small></p>${list}`)
}
