import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { readConfig } from '@tribune/server/config.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { type Product, startProduct } from '@tribune/server/product.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { HOME } from './calls.ts'

interface Match {
  readonly match_id: number
  readonly status: 'live'
  readonly minute: number | null
  readonly finished_at: string | null
}

/** Builds the app and starts a product of its own, without simulated fans and with its pictures cached. `stop` deletes its data. */
export async function ownProduct(): Promise<Pick<Product, 'url' | 'people' | 'stop'>> {
  await buildWeb()
  const dataDir = mkdtempSync(join(tmpdir(), 'tribune-bench-'))
  const product = await startProduct({
    config: readConfig({ DATA_DIR: dataDir, FANS: 'off', LOG_LEVEL: 'error', PATH: process.env.PATH }),
    clock: systemClock,
    port: await freePort(),
    webDir: fileURLToPath(new URL('../web/dist', import.meta.url)),
    onProgress: () => {},
    ready: Promise.resolve(),
    history: 'before',
  })
  await product.tribune.app.pictures.warm()
  return {
    url: product.url,
    people: product.people,
    stop: async () => {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Fetches the rows that an address of the product lists. */
export async function rowsAt<Row>(url: string, path: string): Promise<Row[]> {
  const { items } = (await (await fetch(`${url}${path}`)).json()) as { items: Row[] }
  return items
}

/** Returns the id of a live match that is open to votes. The simulator always has one. */
export async function openMatch(url: string): Promise<number> {
  const home = await rowsAt<Match>(url, HOME.path)
  const open = home.find((match) => match.status === 'live' && isVoteOpen(match, new Date()))
  if (open === undefined) throw new Error('No match is open to votes')
  return open.match_id
}
