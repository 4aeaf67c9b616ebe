import type { LiveEvent } from '@tribune/contract/live.ts'

/** Encodes an event. JSON has no line breaks, so `data` is one line. */
export function frame({ event, data }: LiveEvent, at: number): Buffer {
  return Buffer.from(`id: ${at}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

/** Delay after which browsers reconnect on their own. Our pages wait longer, each for a random time. */
export const RETRY = Buffer.from('retry: 5000\n\n')
