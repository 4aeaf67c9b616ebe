import type { App, Seasons } from '../../../context.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Season, seasons } from './queries.ts'

/** The seasons in memory: read at the first use, and again after the bus has announced a change. */
export class StoredSeasons implements Seasons {
  readonly #db: App['db']
  #rows: Promise<readonly Season[]> | null = null

  constructor({ db, bus }: Pick<App, 'db' | 'bus'>) {
    this.#db = db
    const forget = () => {
      this.#rows = null
    }
    bus.on('season', forget)
    bus.on('reset', forget)
  }

  async all(): Promise<readonly Season[]> {
    this.#rows ??= seasons(this.#db)
    const rows = this.#rows
    try {
      return await rows
    } catch (error) {
      if (this.#rows === rows) this.#rows = null
      throw error
    }
  }

  async open(): Promise<Season> {
    const open = (await this.all()).find(({ closedAt }) => closedAt === null)
    if (open === undefined) throw new Error('No season is open')
    return open
  }

  async find(id: number | undefined): Promise<Season> {
    if (id === undefined) return this.open()
    const found = (await this.all()).find((season) => season.id === id)
    if (found === undefined) throw new Refusal('season_not_found')
    return found
  }
}
