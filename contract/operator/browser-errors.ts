import { BROWSER_ERROR_KINDS, ENGINES } from '@tribune/domain/operator/browser-error.ts'
import { z } from 'zod'
import { REPORTED_SCREENS } from '../app/browser-errors.ts'
import { endpoint, instant, list } from '../endpoint.ts'

/** Most errors of one list. */
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
