import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { Drawing } from './drawing.ts'

/** What is asked of the thread, and what it says. */
export interface Order {
  readonly id: number
  readonly drawing: Drawing
}
export type Delivery = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly cause: string })

/** The layout, most of the work in JavaScript, comes behind everything that serves fans. */
const NICE = 5

// On Linux the priority is the thread's own; elsewhere it would be the whole server's. Pixels are made by threads that the whole process
// shares, at the usual priority: one at a time is what bounds them.
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', async ({ id, drawing }: Order) => {
  const delivery = await draw(drawing).then(
    (png): Delivery => ({ id, png }),
    (error: unknown): Delivery => ({ id, cause: String(error) }),
  )
  parentPort?.postMessage(delivery)
})
