import { mail as one, outboxes as words } from '@tribune/french/sentences/demonstration/stand-ins.ts'
import type { FastifyPluginAsync } from 'fastify'
import { developmentPage } from '../../http/pages/development-page.ts'
import { escapeHtml } from '../../kernel/html.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Outbox, StoredMail } from './outbox.ts'

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
