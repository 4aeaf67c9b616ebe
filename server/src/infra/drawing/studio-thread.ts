import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import type { Drawing } from './drawing.ts'

/** A request to the thread; its answer is a `Delivery`. */
export interface Order {
  readonly id: number
  readonly drawing: Drawing
}
export type Delivery = { readonly id: number } & ({ readonly png: Uint8Array } | { readonly cause: string })

/** Lower priority than everything that serves fans: layout is most of the work in JavaScript. */
const NICE = 5

// On Linux priorities belong to threads; elsewhere this would lower the whole server. Pixels are rendered by the process's shared threads at
// normal priority; only making one picture at a time bounds them.
if (process.platform === 'linux') setPriority(NICE)

parentPort?.on('message', async ({ id, drawing }: Order) => {
  const delivery = await draw(drawing).then(
    (png): Delivery => ({ id, png }),
    (error: unknown): Delivery => ({ id, cause: String(error) }),
  )
  parentPort?.postMessage(delivery)
})
