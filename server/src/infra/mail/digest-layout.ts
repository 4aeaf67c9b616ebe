import type { DigestRow, DigestSection, DigestText } from '@tribune/french/sentences/messages/digest.ts'
import { signature } from '@tribune/french/sentences/messages/mails.ts'
import { escapeHtml } from '../../kernel/html.ts'
import { button, frame, paragraph } from './layout.ts'

/** Where a digest leads. None of these addresses tells who has opened which mail, except the one that unsubscribes. */
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
