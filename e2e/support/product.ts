import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastestFolder } from '@tribune/server/testing/database.ts'
import type { Order, Wish, WorldFacts } from './orders.ts'

const SERVER = fileURLToPath(new URL('./world-server.ts', import.meta.url))
const NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))
/** Names the folder with the data of the run's first start. scripts/test.ts sets it, and has the folder made in parallel with the checks. */
const PREPARED = 'TRIBUNE_E2E_PREPARED'
/** Names the folder of this run in which the first worker that needs the native app builds it. */
export const NATIVE = 'TRIBUNE_E2E_NATIVE'

/** A product in its own process, in a folder that is deleted with it. */
export interface RunningProduct {
  readonly facts: WorldFacts
  ask(wish: Wish): Promise<unknown>
}

/** Global setup: the long first start happens once, and all worlds start from a copy of it; the native app is built at most once. Returns the teardown. */
export default async function prepare(): Promise<() => void> {
  const folders = [newFolder()]
  process.env[NATIVE] = folders[0]
  if (process.env[PREPARED] === undefined) {
    const folder = newFolder()
    folders.push(folder)
    process.env[PREPARED] = folder
    await prepareProduct(folder)
  }
  return () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the first start in a folder, and leaves its data there. */
export async function prepareProduct(folder: string): Promise<void> {
  const { ask } = await start(folder, 'prepared')
  await ask({ do: 'stop' })
}

/**
 * Starts a world from a copy of the first start, some hours later; with `configured` also an organisation that signs in over SAML and the proof of work.
 */
export function startProduct(name: string, hoursLater: number): Promise<RunningProduct> {
  const folder = newFolder()
  // With owners and modes: PostgreSQL refuses a folder that is not its own.
  execFileSync('cp', ['-a', `${process.env[PREPARED]}/.`, folder])
  return start(folder, name, String(hoursLater))
}

function newFolder(): string {
  return mkdtempSync(join(fastestFolder(), 'tribune-e2e-'))
}

async function start(folder: string, ...options: readonly string[]): Promise<RunningProduct> {
  const child = fork(SERVER, [folder, ...options], { execPath: NODE, execArgv: [] })
  const facts = await new Promise<WorldFacts>((resolve, reject) => {
    const fail = (code: number | null) => {
      rmSync(folder, { recursive: true, force: true })
      reject(new Error(`The product ended with code ${code}`))
    }
    child.once('exit', fail)
    child.once('message', (message: { ready: WorldFacts }) => {
      child.off('exit', fail)
      resolve(message.ready)
    })
  })
  return { facts, ask: speaker(child) }
}

function speaker(child: ChildProcess): (wish: Wish) => Promise<unknown> {
  let last = 0
  return (wish) => {
    last += 1
    const order: Order = { ...wish, id: last }
    return new Promise((resolve, reject) => {
      const listen = (answer: { id: number; done?: unknown; failed?: string }) => {
        if (answer.id !== order.id) return
        child.off('message', listen)
        if (answer.failed === undefined) resolve(answer.done)
        else reject(new Error(answer.failed))
      }
      child.on('message', listen)
      child.send(order)
    })
  }
}
