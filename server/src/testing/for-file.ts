import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { afterAll, beforeAll, inject } from 'vitest'
import { createDatabase, createPool, type Database } from '../infra/database/pool.ts'
import { type OpenIdStandIn, startOpenIdStandIn } from '../standins/openid/stand-in.ts'
import { type AccountsServer, startAccountsServer } from './accounts.ts'
import { startTestServer, type TestServer } from './app.ts'
import { ORIGIN } from './constants.ts'
import { createTestDatabase } from './database.ts'
import { type SignedIn, signInAdmin } from './people.ts'

/** A migrated database that a test file has to itself. Its parts are there from the first `beforeAll` of the file on. */
export function databaseForFile(): { readonly url: string; readonly db: Database } {
  const parts = { url: '', db: null as unknown as Database }
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase(inject('databaseUrl'))
    drop = database.drop
    parts.url = database.url
    parts.db = createDatabase(createPool(database.url, () => {}))
  })
  afterAll(async () => {
    await parts.db.destroy()
    await drop()
  })
  return parts
}

/** Starts an accounts test server on a database of its own. */
export function accountsServerForFile(): AccountsServer {
  const server = {} as AccountsServer
  let drop = async () => {}
  beforeAll(async () => {
    const database = await createTestDatabase(inject('databaseUrl'))
    drop = database.drop
    Object.assign(server, await startAccountsServer(database.url))
  })
  afterAll(async () => {
    await server.close()
    await drop()
  })
  return server
}

export const ORGANISATION_DOMAINS = ['stade.invalid', 'tribune.invalid']

/** Starts an accounts test server whose sign-ins at these providers are answered by the stand-in. */
export function vouchedServerForFile(ids: readonly OpenIdProviderId[]): {
  readonly server: AccountsServer
  readonly standIn: OpenIdStandIn
  readonly database: { readonly url: string }
} {
  const database = databaseForFile()
  const parts = { server: {} as AccountsServer, standIn: {} as OpenIdStandIn, database }
  beforeAll(async () => {
    Object.assign(parts.standIn, await startOpenIdStandIn(ids, (id) => `${ORIGIN}/api/auth/callback/${id}`))
    // An organisation is believed for its own people alone.
    const identityProviders = parts.standIn.providers.map((one) =>
      one.id === 'sso' ? { ...one, domains: ORGANISATION_DOMAINS } : one,
    )
    Object.assign(parts.server, await startAccountsServer(database.url, { origin: ORIGIN, identityProviders }))
  })
  afterAll(async () => {
    await parts.server.close()
    await parts.standIn.close()
  })
  return parts
}

/** Two servers on one database, and the operator's cookie. They are there from the first `beforeAll` of the file on. */
export interface TwoServers {
  readonly server: TestServer
  /** Shares database and clock. */
  readonly second: TestServer
  readonly admin: SignedIn
}

/** Two servers that a test file has to itself, for what has to hold on every server. */
export function twoServersForFile(): TwoServers {
  const parts = {} as { server: TestServer; second: TestServer; admin: SignedIn }
  beforeAll(async () => {
    parts.server = await startTestServer(inject('databaseUrl'))
    parts.second = await startTestServer('', { sharing: parts.server })
    parts.admin = await signInAdmin(parts.server)
  })
  afterAll(async () => {
    await parts.second.close()
    await parts.server.close()
  })
  return parts
}
