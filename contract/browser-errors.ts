import {
  BROWSER_ERROR_KINDS,
  ENGINES,
  FRAME,
  MAX_FRAMES,
  MESSAGE_LENGTH,
} from '@tribune/domain/operator/browser-error.ts'
import { PAGE_ADDRESSES } from '@tribune/protocol/addresses.ts'
import { z } from 'zod'
import { endpoint, instant, list, text } from './endpoint.ts'

/** Rate limit of one address: a page sends a few at most, and what a crowd loses is only a count. */
const REPORTS_PER_MINUTE = 60
/** A message of twice as many bytes as characters and three frames fit several times. */
const REPORT_BYTES = 4_096
const FRAME_LENGTH = 80
const BUILD_LENGTH = 60

/** Screens that an error names: the pattern of an address, never one with its id. */
const REPORTED_SCREENS = [...PAGE_ADDRESSES, 'other'] as const

export const reportBrowserError = endpoint({
  method: 'POST',
  path: '/api/browser_errors',
  summary: 'Counts an error of the app in a browser, scrubbed; needs no session and stores nothing about the caller',
  access: 'public',
  callsPerMinute: REPORTS_PER_MINUTE,
  bodyBytes: REPORT_BYTES,
  body: z.strictObject({
    kind: z.enum(BROWSER_ERROR_KINDS),
    message: text(MESSAGE_LENGTH),
    frames: z.array(text(FRAME_LENGTH).regex(FRAME)).max(MAX_FRAMES),
    /** The app's first file, whose name changes with every release. */
    build: text(BUILD_LENGTH).regex(/^[\w-]*$/),
    screen: z.enum(REPORTED_SCREENS),
    engine: z.enum(ENGINES),
  }),
  output: z.void(),
})
export type SentBrowserError = z.input<typeof reportBrowserError.body>

/** Maximum number of errors of one list. */
export const BROWSER_ERRORS_LISTED = 50
/** Days whose errors are listed, today included. */
export const BROWSER_ERRORS_LISTED_DAYS = 7

/** One error of the app in browsers, over the listed days. */
const browserError = z.object({
  /** `other` for all errors beyond the distinct ones of a day. */
  fingerprint: z.string(),
  kind: z.enum(BROWSER_ERROR_KINDS),
  message: z.string(),
  /** Frames in our own files, innermost first; empty if there is none. */
  place: z.string(),
  build: z.string(),
  screens: z.array(z.enum(REPORTED_SCREENS)),
  engines: z.array(z.enum(ENGINES)),
  count: z.number().int(),
  first_at: instant,
  last_at: instant,
})
export type BrowserError = z.output<typeof browserError>

export const listOperatorBrowserErrors = endpoint({
  method: 'GET',
  path: '/api/operator_browser_errors',
  summary: 'Errors of the app in browsers, of the last seven days, most frequent first',
  access: 'admin',
  output: list(browserError),
})
