/** The club or player that a drawing stands for. The name determines the initials, the id the colours and the pattern. */
export interface Pictured {
  readonly name: string
  readonly id: number
}

/** Two colours as `#RRGGBB`: the first covers most of the crest, the second its pattern. */
export interface CrestColours {
  readonly primary: string
  readonly secondary: string
}

const INK = '#0B1020'
const PAPER = '#F4F1E8'

/** Pairs of a light and a dark colour that contrast in both themes and for colour-blind eyes. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['#1D3F8F', '#F4F1E8'],
  ['#B3202C', '#F4F1E8'],
  ['#0E6B3A', '#F2C14E'],
  ['#F2C14E', '#0B1020'],
  ['#5B2A86', '#F4F1E8'],
  ['#0B1020', '#E9E4D4'],
  ['#E9E4D4', '#B3202C'],
  ['#7FB7E6', '#17305E'],
  ['#D9622B', '#14213D'],
  ['#17305E', '#F2C14E'],
  ['#7A1F3D', '#9CC9EE'],
  ['#E9E4D4', '#0E6B3A'],
  ['#116466', '#F6D6AD'],
  ['#14213D', '#E4572E'],
]

const SHIELD = 'M32 2 58 9v25c0 14-11 23-26 28C17 57 6 48 6 34V9Z'

/** Patterns drawn in the secondary colour over the primary one, within a 64 x 64 square. */
const PATTERNS: readonly string[] = [
  '<path d="M32 0h32v64H32Z"/>',
  '<path d="M32 0h32v30H32ZM0 30h32v34H0Z"/>',
  '<path d="M13 0h8v64h-8ZM28 0h8v64h-8ZM43 0h8v64h-8Z"/>',
  '<path d="M0 10h64v9H0ZM0 28h64v9H0ZM0 46h64v9H0Z"/>',
  '<path d="M0 0h18l46 46v18Z"/>',
  '<path d="M0 20 32 6l32 14v14L32 20 0 34Z"/>',
  '<circle cx="32" cy="31" r="19"/>',
  '<path d="M26 0h12v24h26v12H38v28H26V36H0V24h26Z"/>',
]

const AVATAR_BACKGROUNDS: readonly string[] = [
  '#1D3F8F',
  '#7A1F3D',
  '#0E6B3A',
  '#5B2A86',
  '#8A4B00',
  '#116466',
  '#2A3558',
  '#9C2F12',
]

/** Words skipped in initials: "Marítimo de Quinta do Mar" is MQM. */
const SMALL_WORDS = new Set([
  'de',
  'da',
  'do',
  'du',
  'des',
  'del',
  'der',
  'di',
  'la',
  'le',
  'les',
  'el',
  'van',
  'den',
  'sur',
])

/** Hashes an id (Knuth's multiplicative constant, then a fold) so that neighbouring ids get unrelated colours. */
function hashId(id: number, salt: number): number {
  const mixed = Math.imul((id ^ Math.imul(salt, 0x9e3779b1)) >>> 0, 0x85ebca6b) >>> 0
  return (mixed ^ (mixed >>> 15)) >>> 0
}

function pick<T>(list: readonly T[], number: number, fallback: T): T {
  return list[number % list.length] ?? fallback
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function wordsOf(name: string): string[] {
  return name.split(/[\s.'’-]+/u).filter((word) => /\p{L}/u.test(word) && !SMALL_WORDS.has(word.toLowerCase()))
}

function initialsOf(name: string, limit: number): string {
  const words = wordsOf(name)
  const single = words.length === 1
  const letters = single ? [...(words[0] ?? '')] : words.map((word) => [...word][0] ?? '')
  return letters.slice(0, limit).join('').toUpperCase()
}

/**
 * Derives the id by which a club without a picture is drawn from its name (FNV-1a). Screens do not know its real id, and the shared
 * picture must show the same crest as the screen.
 */
export function drawingId(name: string): number {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0,
    2_166_136_261,
  )
}

/** Returns the two colours of a club's crest, always the same for an id. The club's shirts have the same colours. */
export function crestColours(id: number): CrestColours {
  const [primary, secondary] = pick(PAIRS, hashId(id, 1), [INK, PAPER])
  return { primary, secondary }
}

/** Whether a drawing contains its initials. `blank` is for renderers without our fonts, which draw the initials themselves. */
export type Lettering = 'written' | 'blank'

/** Returns up to three initials of a club for its crest, or an empty text when the name has no letter. */
export function crestInitials(name: string): string {
  return initialsOf(name, 3)
}

/** Returns the initials of a person's first and last name, or an empty text when the name has no letter. */
export function avatarInitials(name: string): string {
  const words = wordsOf(name)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/**
 * Draws a club's crest as a complete SVG document: two colours, one of eight patterns, up to three initials. The same name and id give the
 * same bytes. The name is escaped.
 */
export function crestSvg({ name, id }: Pictured, lettering: Lettering = 'written'): string {
  const { primary, secondary } = crestColours(id)
  const pattern = pick(PATTERNS, hashId(id, 2), '')
  const initials = crestInitials(name)
  const size = initials.length > 2 ? 19 : 23
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${escapeXml(name)}">`,
    `<clipPath id="crest-${id}"><path d="${SHIELD}"/></clipPath>`,
    `<g clip-path="url(#crest-${id})"><path fill="${primary}" d="M0 0h64v64H0Z"/><g fill="${secondary}">${pattern}</g></g>`,
    `<path d="${SHIELD}" fill="none" stroke="${secondary}" stroke-width="3"/>`,
    lettering === 'written' ? letters(initials, { y: 38, size, outline: true }) : '',
    '</svg>',
  ].join('')
}

/**
 * Draws the placeholder for a player without a photo as a complete SVG document: initials, or a question mark, on a plain background. The
 * same name and id give the same bytes. The name is escaped.
 */
export function avatarSvg({ name, id }: Pictured, lettering: Lettering = 'written'): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="${escapeXml(name)}">`,
    `<path d="M0 0h64v64H0Z" fill="${pick(AVATAR_BACKGROUNDS, hashId(id, 3), INK)}"/>`,
    lettering === 'written' ? letters(avatarInitials(name) || '?', { y: 41, size: 26, outline: false }) : '',
    '</svg>',
  ].join('')
}

function letters(text: string, look: { readonly y: number; readonly size: number; readonly outline: boolean }): string {
  const outline = look.outline ? ` stroke="${INK}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"` : ''
  return `<text x="32" y="${look.y}" text-anchor="middle" font-family="Archivo,Arial,sans-serif" font-weight="700" font-size="${look.size}" fill="${PAPER}"${outline}>${escapeXml(text)}</text>`
}
