import type { SnapshotRequest } from '../../infra/snapshots/snapshot.ts'
import { escapeHtml } from '../../kernel/html.ts'

/** What a page says of itself to search engines and to messengers that unfold its link. Texts as they are: escaping is done here. */
export interface Head {
  /** As the screen itself will have it. */
  readonly title: string
  readonly headline: string
  readonly description: string
  /** `null`: not an address to be remembered. */
  readonly path: string | null
  readonly type: 'website' | 'article' | 'profile'
  /** Path of a picture of 1200 x 630. */
  readonly picture: string
  readonly alt: string
  /** Who plays in what, at the address of a match: the page shows it before anything else, so the clubs break where the app breaks them. */
  readonly match?: { readonly home: string; readonly away: string; readonly competition: string }
}

/** The head of an address. */
export interface AddressHead {
  /** To be read, and kept like any answer until one of its tags is dropped; `null` where `fixed` is all there is. */
  readonly read: (Omit<SnapshotRequest, 'build'> & { readonly build: () => Promise<Head> }) | null
  readonly fixed: Head
  /** No page has this address, or nobody can live there. */
  readonly isNobody: boolean
}

const WIDTH = 1200
const HEIGHT = 630
const LONGEST = 300
/** Controls, and marks of direction that would turn the rest of a card around. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta\s+name="description"[^>]*>/

/** The page with this head instead of its own title and description. `origin` has no trailing slash. */
export function withHead(page: string, head: Head, origin: string): string {
  const { title, headline, description, path, type, picture, alt, match } = head
  const tags = [
    `<title>${escaped(title)}</title>`,
    named('description', description),
    ...(path === null
      ? []
      : [`<link rel="canonical" href="${escaped(origin + path)}">`, property('og:url', origin + path)]),
    property('og:site_name', 'Tribune'),
    property('og:locale', 'fr_FR'),
    property('og:type', type),
    property('og:title', headline),
    property('og:description', description),
    property('og:image', origin + picture),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(WIDTH)),
    property('og:image:height', String(HEIGHT)),
    property('og:image:alt', alt),
    named('twitter:card', 'summary_large_image'),
    ...Object.entries(match ?? {}).map(([part, name]) => named(`match-${part}`, name)),
  ]
  // As functions: a name may hold `$&`.
  return page.replace(DESCRIPTION, () => '').replace(TITLE, () => tags.join('\n    '))
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escaped(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escaped(content)}">`
}

function escaped(text: string): string {
  const clean = text.replace(UNSEEN, '').toWellFormed()
  const short = clean.length > LONGEST ? `${clean.slice(0, LONGEST).toWellFormed()}…` : clean
  return escapeHtml(short)
}
