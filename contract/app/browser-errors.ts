import {
  BROWSER_ERROR_KINDS,
  ENGINES,
  FRAME,
  MAX_FRAMES,
  MESSAGE_LENGTH,
} from '@tribune/domain/operator/browser-error.ts'
import { PAGE_ADDRESSES } from '@tribune/protocol/addresses.ts'
import { z } from 'zod'
import { endpoint, text } from '../endpoint.ts'

/** Rate limit of one address: a page sends a few at most, and what a crowd loses is only a count. */
const REPORTS_PER_MINUTE = 60
/** A message of twice as many bytes as characters and three frames fit several times. */
const REPORT_BYTES = 4_096
const FRAME_LENGTH = 80
const BUILD_LENGTH = 60

/** Screens that an error names: the pattern of an address, never one with its id. */
export const REPORTED_SCREENS = [...PAGE_ADDRESSES, 'other'] as const

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
