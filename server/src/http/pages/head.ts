import type { SnapshotRequest } from '../../infra/snapshots/snapshot.ts'
import { escapeHtml } from '../../kernel/text.ts'

/** Metadata of a page for search engines and link previews. Texts are unescaped. */
export interface Head {
  /** The same title as the screen's own. */
  readonly title: string
  readonly headline: string
  readonly description: string
  /** Canonical path; `null` if the address has none. */
  readonly path: string | null
  readonly type: 'website' | 'article' | 'profile'
  /** Path of a picture of 1200 x 630. */
  readonly picture: string
  readonly alt: string
  /** Clubs and competition of a match for the first paint, with the same soft hyphens as in the app. */
  readonly match?: { readonly home: string; readonly away: string; readonly competition: string }
}

/** The head of an address. */
export interface AddressHead {
  /** Head to read, cached as a snapshot; `null` if there is only `fixed`. */
  readonly read: (Omit<SnapshotRequest, 'build'> & { readonly build: () => Promise<Head> }) | null
  /** Fallback that needs no read. */
  readonly fixed: Head
  /** Whether no page has this address. */
  readonly isUnknown: boolean
}

const WIDTH = 1200
const HEIGHT = 630
const MAX_LENGTH = 300
/** Control characters, and direction marks that would reverse the rest of a preview. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta\s+name="description"[^>]*>/

/** Replaces a page's title and description by this head. `origin` has no trailing slash. */
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
  // Functions, because a name may contain `$&`.
  return page.replace(DESCRIPTION, () => '').replace(TITLE, () => tags.join('\n    '))
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escaped(content)}">`
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escaped(content)}">`
}

function escaped(text: string): string {
  const clean = text.replace(INVISIBLE, '').toWellFormed()
  const short = clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH).toWellFormed()}…` : clean
  return escapeHtml(short)
}
