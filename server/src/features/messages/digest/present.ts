import type { DigestChoice } from '@tribune/contract/own/messages.ts'
import {
  type DigestRow,
  type DigestSection,
  type DigestText,
  digestOff as words,
} from '@tribune/french/sentences/messages/digest.ts'
import { signature } from '@tribune/french/sentences/messages/mails.ts'
import { button, frame, paragraph } from '../../../accounts/mails.ts'
import type { Fan } from '../../../http/session.ts'
import { escapeHtml } from '../../../kernel/text.ts'
import type { ChoiceRow } from './queries.ts'

/** Look of the pages that answer the address in a digest, which are none of the app's. */
const STYLE = `
  :root { color-scheme: light dark; --ground: #f7f5ef; --surface: #fff; --line: #dcd7c9; --text: #0b1020; --action: #0b1020; --on-action: #c6f94a; }
  @media (prefers-color-scheme: dark) {
    :root { --ground: #0b1020; --surface: #141b31; --line: #2a3558; --text: #f4f1e8; --action: #c6f94a; --on-action: #0b1020; }
  }
  body { margin: 0; padding: 24px 12px; background: var(--ground); color: var(--text); font: 16px/1.5 Archivo, Helvetica, Arial, sans-serif; }
  main { max-width: 480px; margin: 0 auto; padding: 24px; box-sizing: border-box; background: var(--surface); border: 1px solid var(--line); border-radius: 12px; }
  h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.2; }
  p { margin: 0 0 16px; }
  a { color: inherit; display: inline-block; padding: 12px 0; }
  button { font: inherit; font-weight: 700; min-height: 48px; padding: 12px 20px; border: 0; border-radius: 8px; background: var(--action); color: var(--on-action); cursor: pointer; }
  button:focus-visible, a:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }`

export function presentChoice({ emailVerified, votingClosed }: Fan, choice: ChoiceRow): DigestChoice {
  return {
    wanted: choice?.wanted ?? false,
    ended_by_mailbox: choice?.ended_by_mailbox ?? false,
    obstacle: emailVerified ? votingClosed && 'voting_closed' : 'no_address',
  }
}

/** Presents a fan's choice, and the weeks whose digest they were sent, for their download; `null` if they have made none. */
export function presentStored(choice: ChoiceRow, weeks: readonly string[]) {
  if (choice === undefined) return null
  return { wanted: choice.wanted, since: choice.changed_at.toISOString(), sent: [...weeks] }
}

/** Makes the page that asks before it turns the digest off. */
export function presentQuestion(): string {
  const button = `<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escapeHtml(words.confirm)}</button></form>`
  return pageOf(words.ask, button)
}

/** Makes the page that says whether the digest was turned off. */
export function presentAnswer(outcome: 'done' | 'wrong' | 'busy'): string {
  return pageOf(words[outcome], `<a href="/profile">${escapeHtml(words.profile)}</a>`)
}

function pageOf(sentence: string, content: string): string {
  return `<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.title)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(words.title)}</h1><p>${escapeHtml(sentence)}</p>${content}</main></body></html>`
}

/** Addresses of the links in a digest. Only the one that unsubscribes reveals who has opened which mail. */
export interface DigestLinks {
  /** The product's public address, without a trailing slash. */
  readonly origin: string
  readonly unsubscribe: string
}

/** Colours of the podium's places, first to third, on the light surface; the frame has those of dark mode by the same names. */
const METALS = [
  ['gold', '#8a6100'],
  ['silver', '#566074'],
  ['bronze', '#8c4a1c'],
] as const

/** Lays a digest out as plain text and as HTML, for both themes and without external resources. */
export function layOutDigest(digest: DigestText, links: DigestLinks): { text: string; html: string } {
  return { text: plain(digest, links), html: page(digest, links) }
}

function plain(digest: DigestText, { origin, unsubscribe }: DigestLinks): string {
  const { title, intro, sections, action, why } = digest
  return [
    title,
    intro,
    ...sections.map((section) => plainSection(section, origin)),
    `${action}\u00a0:\n${origin}/`,
    `${why}\n${digest.unsubscribe}\u00a0:\n${unsubscribe}`,
    `-- \n${signature}`,
  ].join('\n\n')
}

function plainSection({ heading, rows, note }: DigestSection, origin: string): string {
  const lines = rows.map((row) => plainRow(row, origin).join('\n'))
  return [heading.toUpperCase(), ...lines, ...(note === undefined ? [] : [note])].join('\n\n')
}

function plainRow({ title, path, podium = [], detail }: DigestRow, origin: string): string[] {
  const places = podium.map(({ rank, name }) => `${rank}. ${name}`)
  return [
    title,
    ...(places.length === 0 ? [] : [places.join(', ')]),
    ...(detail === undefined ? [] : [detail]),
    ...(path === undefined ? [] : [origin + path]),
  ]
}

function page(digest: DigestText, { origin, unsubscribe }: DigestLinks): string {
  const content = [
    paragraph('text', 16, '#0b1020', digest.intro),
    ...digest.sections.map((section) => sectionHtml(section, origin)),
    button({ label: digest.action, link: `${origin}/` }),
    paragraph('quiet', 14, '#4b5573', digest.why),
    `<p class="quiet" style="margin:0;font-size:14px;line-height:1.5;color:#4b5573">${link(unsubscribe, digest.unsubscribe)}</p>`,
  ]
  return frame(digest.preview, digest.title, content.join('\n'))
}

function sectionHtml({ heading, rows, note }: DigestSection, origin: string): string {
  return `<h2 class="text" style="margin:24px 0 8px;font-size:18px;line-height:1.3;color:#0b1020">${escapeHtml(heading)}</h2>
${rows.map((row) => rowHtml(row, origin)).join('\n')}
${note === undefined ? '' : paragraph('quiet', 14, '#4b5573', note)}`
}

function rowHtml({ title, path, podium = [], detail }: DigestRow, origin: string): string {
  const heading = path === undefined ? escapeHtml(title) : link(origin + path, title)
  const places = podium.flatMap(({ rank, name: player }) =>
    METALS.slice(rank - 1, rank).map(
      ([metal, color]) => `<br><b class="${metal}" style="color:${color}">${rank}</b>&nbsp; ${escapeHtml(player)}`,
    ),
  )
  const about =
    detail === undefined
      ? ''
      : `<br><span class="quiet" style="font-size:14px;color:#4b5573">${escapeHtml(detail)}</span>`
  return `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#0b1020;overflow-wrap:anywhere"><b>${heading}</b>${places.join('')}${about}</p>`
}

/** Writes a link in the colour of its text. */
function link(address: string, label: string): string {
  return `<a href="${escapeHtml(address)}" style="color:inherit">${escapeHtml(label)}</a>`
}
