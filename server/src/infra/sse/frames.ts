import type { LiveEvent } from '@tribune/contract/live.ts'

/** One event as the bytes that every listener is sent. JSON holds no line break, so that `data` is one line. */
export function frame({ event, data }: LiveEvent, at: number): Buffer {
  return Buffer.from(`id: ${at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** How long a browser waits by itself before it comes back. Our own pages wait longer, and not all as long. */
export const RETRY = Buffer.from('retry: 5000\n\n')
