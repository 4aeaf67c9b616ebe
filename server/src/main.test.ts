import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { end } from './processes/messages.ts'
import { ADMIN_EMAIL, SECRET } from './testing/constants.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { NOWHERE } from './testing/nowhere.ts'

describe('the end of the process', () => {
  const exit = () => vi.mocked(process.exit)
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
  })
  afterEach(() => {
    vi.useRealTimers()
    exit().mockRestore()
  })

  test('a stop may take twenty seconds after the time that load balancers need to notice it', async () => {
    const never = { stop: () => new Promise<void>(() => {}) }
    end(Promise.resolve(never), { drainMs: 60_000 })
    await vi.advanceTimersByTimeAsync(79_999)
    expect(exit()).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(exit()).toHaveBeenCalledExactlyOnceWith(1)
  })

  test('a stop that succeeds ends the process without an error', async () => {
    end(Promise.resolve({ stop: async () => {} }), { drainMs: 0 })
    await vi.advanceTimersByTimeAsync(0)
    expect(exit()).toHaveBeenCalledExactlyOnceWith(0)
  })
})

describe('a product of its own process, in production', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tribune-main-'))
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const settings = () => ({
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    PATH: process.env.PATH ?? '',
    // Where a run keeps compiled modules, if it does.
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    PORT: '0',
    SERVERS: '1',
    DRAIN_MS: '0',
    DATA_DIR: dir,
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS: '4',
    SECRET,
    PUBLIC_URL: 'https://tribune.invalid',
    ADMIN_EMAIL,
    MAIL_FROM: 'bonjour@tribune.invalid',
    SMTP_URL: `smtp://${NOWHERE}`,
    SMS_URL: `http://${NOWHERE}`,
    FOOTBALL_API_URL: `http://${NOWHERE}`,
    FOOTBALL_API_KEY: 'none',
    LEAKED_PASSWORDS_URL: 'off',
    VAPID_PRIVATE_KEY: 'off',
    GOOGLE_CLIENT_ID: 'off',
    APPLE_CLIENT_ID: 'off',
    SSO_DISCOVERY_URL: `http://${NOWHERE}/description`,
    SSO_CLIENT_ID: 'us',
    SSO_CLIENT_SECRET: 'hidden',
    SSO_DOMAINS: 'club.invalid',
  })

  test('writes only its log, one JSON object per line, from its start to its end', async () => {
    const main = fileURLToPath(new URL('main.ts', import.meta.url))
    const product = spawn(process.execPath, [main], { env: settings(), stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(product, 'exit')
    const lines: string[] = []
    for await (const line of createInterface(product.stdout)) {
      lines.push(line)
      if (/\bready\b/.test(line)) product.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
    const log = lines.map((line) => JSON.parse(line) as { readonly level: number; readonly msg: string })
    expect(log).toContainEqual(expect.objectContaining({ level: 30, msg: 'ready', url: 'https://tribune.invalid' }))
    expect(log).toContainEqual(expect.objectContaining({ level: 30, msg: 'stopping', signal: 'SIGTERM' }))
    const missing = `sign-in by sso: http://${NOWHERE}/description does not answer, not offered`
    expect(log).toContainEqual(expect.objectContaining({ level: 40, msg: missing }))
  })
})
