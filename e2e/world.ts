import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test as base } from '@playwright/test'

export interface Account {
  readonly email: string
  readonly password: string
}

export interface WorldFacts {
  readonly url: string
  readonly fan: Account
  readonly admin: Account
  readonly crowd: readonly Account[]
}

export type Order =
  | { readonly id: number; readonly do: 'advance'; readonly minutes: number }
  | { readonly id: number; readonly do: 'mail'; readonly to: string }
  | { readonly id: number; readonly do: 'stop' }

type Wish = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never

/** The running product, seen from a journey. */
export interface World extends WorldFacts {
  /** Moves the product's clock, lets it hear from the feed, and publishes what fell due. */
  advance(minutes: number): Promise<void>
  /** The newest mail to an address; waits until there is one. */
  mailTo(address: string): Promise<{ subject: string; text: string; links: string[] }>
}

const SERVER = fileURLToPath(new URL('./world-server.ts', import.meta.url))
const NODE = fileURLToPath(new URL('../node_modules/node/bin/node', import.meta.url))

/** `world` is started once for all journeys of a worker. */
export const test = base.extend<{ baseURL: string }, { world: World }>({
  world: [
    async ({ browserName: _browser }, use) => {
      const child = fork(SERVER, { execPath: NODE, execArgv: [] })
      const facts = await new Promise<WorldFacts>((resolve, reject) => {
        child.once('message', (message: { ready: WorldFacts }) => resolve(message.ready))
        child.once('exit', (code) => reject(new Error(`The product ended with code ${code}`)))
      })
      const ask = speaker(child)
      await use({
        ...facts,
        advance: async (minutes) => {
          await ask({ do: 'advance', minutes })
        },
        mailTo: async (to) => (await ask({ do: 'mail', to })) as Awaited<ReturnType<World['mailTo']>>,
      })
      await ask({ do: 'stop' })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => {
    await use(world.url)
  },
})

function speaker(child: ChildProcess): (wish: Wish) => Promise<unknown> {
  let last = 0
  return (wish) => {
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      const listen = (answer: { id: number; done?: unknown; failed?: string }) => {
        if (answer.id !== id) return
        child.off('message', listen)
        if (answer.failed === undefined) resolve(answer.done)
        else reject(new Error(answer.failed))
      }
      child.on('message', listen)
      child.send({ ...wish, id })
    })
  }
}

export { expect } from '@playwright/test'
