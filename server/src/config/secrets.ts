import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Checked } from './parts.ts'

const SECRET_MIN_LENGTH = 32
const secretText = z.string().min(SECRET_MIN_LENGTH)

/** Secrets that the server signs and encrypts with. */
export const secretSettings = {
  SECRET: secretText.optional(),
  OLD_SECRETS: z.string().transform(listOfSecrets).pipe(z.array(secretText)).default([]),
}

export interface SecretConfig {
  /** The newest of `secrets`, for data that no later start needs to read. */
  readonly secret: string
  /** Newest first: the first signs and encrypts, the others only verify and decrypt older data. */
  readonly secrets: readonly [string, ...string[]]
}

/** @param dataDir Folder of the generated secret, where none is set. */
export function readSecrets(e: Checked<typeof secretSettings>, dataDir: string): SecretConfig {
  const secret = e.SECRET ?? keptSecret(dataDir)
  return { secret, secrets: [secret, ...e.OLD_SECRETS.filter((old) => old !== secret)] }
}

/** Splits secrets at white space; generated secrets may contain commas. */
function listOfSecrets(value: string): string[] {
  return value.split(/\s+/).filter((secret) => secret !== '')
}

/** Returns a secret that is generated at the first start and stored next to the stand-ins' data, so that sessions survive restarts. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  }
  return createHash('sha256').update(readFileSync(file)).digest('base64url')
}
