import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDatabaseFolder } from '../../testing/database.ts'
import { startEmbeddedDatabase } from './embedded.ts'

const dir = makeDatabaseFolder()
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded database', () => {
  test('is durable, listens on this machine alone, and keeps its data between starts', async () => {
    const first = await startEmbeddedDatabase(dir)
    const settings = await ask(
      first.url,
      `
      SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
        current_setting('full_page_writes') AS pages, current_setting('listen_addresses') AS addresses,
        current_setting('server_encoding') AS encoding`,
    )
    expect(settings).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', addresses: '127.0.0.1', encoding: 'UTF8' }])
    await ask(first.url, `CREATE TABLE stored AS SELECT 'Évian'::text AS name`)
    await first.stop()
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    const second = await startEmbeddedDatabase(dir)
    expect(await ask(second.url, 'SELECT name FROM stored')).toEqual([{ name: 'Évian' }])
    await second.stop()
  })

  test('requires its password, which no other user can read', async () => {
    const database = await startEmbeddedDatabase(dir)
    const url = new URL(database.url)
    url.password = 'guessed'
    await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
    expect(statSync(join(dir, 'postgres-password')).mode & 0o077).toBe(0)
    await database.stop()
  })
})
