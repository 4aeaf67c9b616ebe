import { cleanText } from '../common/clean-text.ts'

/** How an error reached the page: thrown, rejected without a handler, or caught by the crash screen. */
export const BROWSER_ERROR_KINDS = ['error', 'rejection', 'crash'] as const
export type BrowserErrorKind = (typeof BROWSER_ERROR_KINDS)[number]

/** Families of browser engines. */
export const ENGINES = ['chromium', 'webkit', 'gecko', 'other'] as const
export type Engine = (typeof ENGINES)[number]

/** Maximum number of characters of a message that are stored. */
export const MESSAGE_LENGTH = 200
/** Maximum number of characters of a message that are read. */
const READ_LENGTH = 500
/** Maximum number of frames of a stack that are reported, innermost first. */
export const MAX_FRAMES = 3
/** A frame: one of our own files, with its line and column. */
export const FRAME = /^[\w-]{1,60}\.js:\d{1,6}:\d{1,7}$/
/** Distinct errors that are stored a day; all others are counted together. */
export const DISTINCT_A_DAY = 100
/** Days for which counts of errors are stored. */
export const BROWSER_ERROR_DAYS = 30

/** Engines name what they read in this form: an identifier of our code, not a value. `cleanText` leaves no private character but these. */
const IDENTIFIER = /\b(reading|setting|evaluating|execute|on|property|variable:) ['"]([A-Za-z$_][\w$.]{0,60})['"]/g
const [OPEN, CLOSE] = ['\uE000', '\uE001']
/** Any quote but an apostrophe inside a word. */
const QUOTE = /["`«»“”„]|(?<!\p{L})['‘’]|['‘’](?!\p{L})/gu
/** Each kind of private text, in this order, and its substitute. */
const PRIVATE: readonly (readonly [pattern: RegExp, substitute: string])[] = [
  [/(?:\S+\s?)?(?:@|%40)(?:\s?\S+)?/g, '[mail]'],
  [
    /\b[a-z][a-z\d+.-]*:\/\/\S*|\b(?:blob|data|tel):\S+|\bwww\.\S+|\S*\?\S*=\S*|(?<![\p{L}\p{N}\]])\/\S+/giu,
    '[address]',
  ],
  [/(?=[\w+/=.-]*\d)[\w+/=.-]{12,}|[\w+/=-]{32,}/g, '[token]'],
  [/\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){4,}/gu, '[number]'],
]

/**
 * Returns the first line of an error's message without what may be about a fan: quoted values, mail addresses, addresses of pages, tokens, phone numbers
 * and other long runs of digits. At most `MESSAGE_LENGTH` characters, '' if nothing is left.
 */
export function scrubMessage(message: string): string {
  const [line = ''] = message
    .trimStart()
    .slice(0, READ_LENGTH)
    .split(/[\r\n]/, 1)
  const read = cleanText(line.normalize('NFKC'), READ_LENGTH).replace(IDENTIFIER, `$1 ${OPEN}$2${CLOSE}`)
  const scrubbed = PRIVATE.reduce((text, [pattern, substitute]) => text.replace(pattern, substitute), hideQuotes(read))
  return cleanText(scrubbed.replaceAll(OPEN, "'").replaceAll(CLOSE, "'"), MESSAGE_LENGTH)
}

/** Hides everything between the first quote and the last, for values have quotes too; all the rest after a quote that does not end. */
function hideQuotes(text: string): string {
  const quotes = [...text.matchAll(QUOTE)].map(({ index }) => index)
  const [first, last = 0] = [quotes[0], quotes.at(-1)]
  if (first === undefined) return text
  return `${text.slice(0, first)}[quoted]${quotes.length % 2 === 0 ? text.slice(last + 1) : ''}`
}

/** Scripts of browser extensions, by the addresses in a stack. */
const EXTENSION = /\b[a-z]+(?:-web)?-extension:\/\//
/** The server logs its refusals, aborts are our own, and browsers report a late layout as an error. */
const NO_ERRORS = ['AbortError', 'ApiError']
const LATE_LAYOUT = /^ResizeObserver loop/
/** Rejections in a service worker that has lost its network, or whose phone is full. The first is Workbox's. */
const LOSSES = ['no-response', 'NetworkError', 'QuotaExceededError']
/** Messages of `fetch` without a network, in Chromium, WebKit and Gecko. */
const NOT_FETCHED = /^(?:Failed to fetch|Load failed|NetworkError)/
/** All that a page learns about an error in a script of another site. */
const CROSS_ORIGIN = /^script error\.?$/i

/** A described error. */
export interface BrowserErrorReport {
  readonly message: string
  /** Frames in our own files, as `FRAME` has them. */
  readonly frames: readonly string[]
}

/**
 * Describes anything that was thrown in a page of `origin`, scrubbed. Returns null for what is not an error of the app: aborts, refusals of the server, and errors
 * of browser extensions. Errors of other sites' scripts share one description.
 */
export function describeError(thrown: unknown, origin: string): BrowserErrorReport | null {
  const { name, message, stack } = partsOf(thrown)
  if (NO_ERRORS.includes(name) || EXTENSION.test(stack) || LATE_LAYOUT.test(message)) return null
  if (CROSS_ORIGIN.test(message)) return { message: 'Script error.', frames: [] }
  return {
    message: scrubMessage(name === '' ? message : `${name}: ${message}`) || 'No message',
    frames: framesOf(stack, origin),
  }
}

/** Returns whether an error in a service worker, by its name and message, is the loss of its network or storage, and no error of the app. */
export function isLossOfWorker(name: string, message: string): boolean {
  return LOSSES.includes(name) || NOT_FETCHED.test(message)
}

/** Reads an error's texts. Never shows any other object, because it could hold anything. */
function partsOf(thrown: unknown) {
  if (typeof thrown === 'string') return { name: '', message: thrown, stack: '' }
  const { name, message, stack } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<Error>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: text(name), message: text(message), stack: text(stack) }
}

function framesOf(stack: string, origin: string): readonly string[] {
  const frames = stack
    .split(`${origin}/`)
    .slice(1)
    .map((rest) => /^(?:assets\/)?([\w-]+\.js:\d+:\d+)/.exec(rest)?.[1] ?? '')
  return frames.filter((frame) => FRAME.test(frame)).slice(0, MAX_FRAMES)
}

/** Returns the engine family of a user agent. All browsers on iOS are WebKit. */
export function engineOf(userAgent: string): Engine {
  if (/\bFirefox\//.test(userAgent)) return 'gecko'
  if (/Chrom(?:e|ium)\//.test(userAgent)) return 'chromium'
  return /\bAppleWebKit\//.test(userAgent) ? 'webkit' : 'other'
}
