import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isWeakSecret } from './exposure.ts'

const dir = mkdtempSync(join(tmpdir(), 'tribune-config-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const SECRET = 'kept-between-us-and-long-enough-for-a-key'
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://tribune.invalid',
  ADMIN_EMAIL: 'direction@tribune.invalid',
  MAIL_FROM: 'Tribune <bonjour@tribune.invalid>',
  DATA_DIR: dir,
  SECRET,
  DATABASE_URL: 'postgresql://tribune:hidden-password@db.invalid/tribune',
  FOOTBALL_API_URL: 'https://football.invalid',
  FOOTBALL_API_KEY: 'hidden-key',
  SMTP_URL: 'smtps://tribune:hidden-password@mail.invalid',
  GOOGLE_CLIENT_ID: 'google-knows-us',
  GOOGLE_CLIENT_SECRET: 'hidden-by-google',
  APPLE_CLIENT_ID: 'off',
  SMS_URL: 'https://us:hidden-token@sms.invalid/Messages.json',
  VAPID_PRIVATE_KEY: 'kM6eY1PZ0tHidden0Key0Of0Push0Messages0a1b2c',
  VAPID_SUBJECT: 'mailto:push@tribune.invalid',
} as const

/** Returns the message with which an environment is refused. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    readConfig(env)
  } catch (error) {
    return String(error)
  }
  return ''
}

describe('an empty environment', () => {
  test('is enough: every external service has its stand-in', () => {
    const config = readConfig({ DATA_DIR: dir })
    expect(config).toMatchObject({
      production: false,
      port: null,
      host: '127.0.0.1',
      databaseUrl: null,
      footballApi: null,
      smtpUrl: null,
    })
    expect(config).toMatchObject({
      season: { name: 'Index', label: null, start: null, end: null },
      fans: true,
      uefaLive: false,
    })
    expect(config.worldCupQualificationIds).toEqual([32, 33, 34, 35, 36, 37])
  })

  test('generates a secret that survives restarts and that no other user can read', () => {
    const { secret } = readConfig({ DATA_DIR: dir })
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readConfig({ DATA_DIR: dir }).secret).toBe(secret)
    expect(readConfig({ DATA_DIR: join(dir, 'another') }).secret).not.toBe(secret)
    expect(statSync(join(dir, 'secret')).mode & 0o077).toBe(0)
  })

  test('is the same as one of empty texts', () => {
    const empty = Object.fromEntries(Object.keys(PRODUCTION).map((name) => [name, '']))
    expect(readConfig({ ...empty, DATA_DIR: dir })).toEqual(readConfig({ DATA_DIR: dir }))
  })
})

describe('a variable', () => {
  test.each([
    ['NODE_ENV', 'staging'],
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'tribune'],
    ['OLD_SECRETS', `${SECRET} too-short-to-read-with`],
    ['PUBLIC_URL', 'ftp://tribune.invalid'],
    ['PUBLIC_URL', 'https://tribune.invalid/app'],
    ['PUBLIC_URL', 'https://us:hidden@tribune.invalid'],
    ['API_DOCS', 'yes'],
    ['SECRET', 'too-short-to-sign-with'],
    ['FOOTBALL_API_URL', 'no address'],
    ['ADMIN_EMAIL', 'admin'],
    ['OPERATOR_SECOND_PROOF', 'yes'],
    ['SEASON_START', '2025-02-30'],
    ['SEASON_END', 'summer'],
    ['FANS', 'yes'],
    ['UEFA_LIVE', '1'],
    ['LOG_LEVEL', 'loud'],
    ['VAPID_PRIVATE_KEY', 'short'],
    ['VAPID_SUBJECT', 'tribune.invalid'],
    ['FCM_SERVICE_ACCOUNT', '{"project_id":"tribune"}'],
    ['APNS_KEY', '-----BEGIN PRIVATE KEY-----'],
    ['DATABASE_URL', 'db.invalid/tribune'],
    ['DATABASE_URL', 'mysql://us:hidden@db.invalid/tribune'],
    ['DATABASE_URL', 'postgresql://us:hid#den@db.invalid/tribune'],
    ['DATABASE_URL', 'postgresql://us:12#3@db.invalid/tribune'],
    ['SMTP_URL', 'mail.invalid:587'],
    ['SMTP_URL', 'https://mail.invalid'],
    ['SMTP_URL', 'smtp:///mail.invalid'],
    ['SMTP_URL', 'smtp://us:12/3@mail.invalid'],
    ['MAIL_FROM', 'Tribune'],
    ['MAIL_FROM', 'Tribune <bonjour>'],
    ['MAIL_FROM', 'Tribune <bonjour@tribune.invalid'],
    ['MAIL_FROM', 'bonjour@tribune.invalid, direction@tribune.invalid'],
    ['MAIL_FROM', 'Tribune, le vote <bonjour@tribune.invalid>'],
    ['FOOTBALL_API_URL', 'https://football.invalid'],
    ['LIVE_LISTENERS_PER_ADDRESS', '1001'],
    ['WORLD_CUP_QUALIFICATION_IDS', '32;33'],
    ['WORLD_CUP_QUALIFICATION_IDS', '32,trente-trois'],
  ])('%s refuses %s by name, without repeating it', (name, value) => {
    const message = refusal({ DATA_DIR: dir, [name]: value })
    expect(message).toContain(name)
    expect(message).not.toContain(value)
  })

  test.each([
    { DATABASE_URL: 'postgres://us:hid%23den@db.invalid:5433/tribune?sslmode=require' },
    { DATABASE_URL: 'postgresql:///tribune?host=/var/run/postgresql' },
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    { SMTP_URL: 'smtps://us%40tribune.invalid:hidden@mail.invalid/' },
    { MAIL_FROM: 'bonjour@tribune.invalid' },
    { MAIL_FROM: 'L’équipe de Tribune <bonjour@tribune.invalid>' },
    { MAIL_FROM: '"Tribune, le vote" <bonjour@tribune.invalid>' },
    { FOOTBALL_API_URL: 'https://football.invalid', FOOTBALL_API_KEY: 'hidden-key' },
    { FOOTBALL_API_KEY: 'hidden-key' },
    { LIVE_LISTENERS_PER_ADDRESS: '1000' },
  ])('is stored unchanged: %o', (env) => {
    expect(refusal({ DATA_DIR: dir, ...env })).toBe('')
  })

  test.each([{ SEASON_END: '2026-06-30' }, { SEASON_START: '2026-07-01', SEASON_END: '2026-06-30' }])(
    'a first season of %o is refused: it has no day',
    (env) => {
      expect(refusal({ DATA_DIR: dir, ...env })).toContain('SEASON_END')
    },
  )

  test('is reported with all other wrong settings', () => {
    const message = refusal({ DATA_DIR: dir, PORT: 'abc', FANS: 'yes' })
    expect(message).toMatch(/PORT.*\n.*FANS/)
  })

  test('is parsed and normalised', () => {
    const env = {
      ADMIN_EMAIL: 'Direction@Tribune.invalid',
      PUBLIC_URL: 'https://tribune.invalid/',
      WORLD_CUP_QUALIFICATION_IDS: '1, 2',
    }
    const config = readConfig({
      ...PRODUCTION,
      ...env,
      SEASON_START: '2026-07-01',
      SEASON_END: '2027-06-30',
      FANS: 'off',
    })
    expect(config).toMatchObject({
      adminEmail: 'direction@tribune.invalid',
      publicUrl: 'https://tribune.invalid',
      fans: false,
    })
    expect(config.worldCupQualificationIds).toEqual([1, 2])
    expect(config.season).toMatchObject({
      start: new Date('2026-07-01T00:00:00Z'),
      end: new Date('2027-07-01T00:00:00Z'),
    })
  })
})

describe('the provider that vouches for a fan', () => {
  test('is the stand-in by default, the real one once its keys are set, and absent once it is off', () => {
    const keys = { GOOGLE_CLIENT_ID: 'us', GOOGLE_CLIENT_SECRET: 'hidden' }
    expect(readConfig({ DATA_DIR: dir }).identities).toEqual({ google: null, apple: null })
    expect(readConfig({ DATA_DIR: dir, ...keys, APPLE_CLIENT_ID: 'off' }).identities).toEqual({
      google: { clientId: 'us', clientSecret: 'hidden', discoveryUrl: null },
    })
    const sso = {
      SSO_DISCOVERY_URL: 'https://club.invalid/d',
      SSO_CLIENT_ID: 'we',
      SSO_CLIENT_SECRET: 'hidden',
      SSO_DOMAINS: 'club.invalid',
    }
    expect(readConfig({ DATA_DIR: dir, ...sso }).identities).toMatchObject({
      sso: { clientId: 'we', discoveryUrl: 'https://club.invalid/d', domains: ['club.invalid'] },
    })
  })

  test('is an organisation over SAML, by its description and its domains', () => {
    const env = { DATA_DIR: dir, SAML_METADATA: '/etc/club.xml', SAML_DOMAINS: 'Club.invalid, filiale.invalid' }
    expect(readConfig({ DATA_DIR: dir }).saml).toBeNull()
    expect(readConfig(env).saml).toEqual({
      address: '/etc/club.xml',
      domains: ['club.invalid', 'filiale.invalid'],
      emailAttribute: 'email',
    })
    expect(refusal({ SAML_METADATA: '/etc/club.xml' })).toContain('SAML_DOMAINS: description and domains go together')
    expect(refusal({ ...env, SAML_DOMAINS: 'club' })).toContain('SAML_DOMAINS: domains, with commas')
    const sso = {
      SSO_DISCOVERY_URL: 'https://club.invalid/d',
      SSO_CLIENT_ID: 'we',
      SSO_CLIENT_SECRET: 'hidden',
      SSO_DOMAINS: 'club.invalid',
    }
    expect(refusal({ ...env, ...sso })).toContain('SAML_METADATA: one organisation')
    const production = { NODE_ENV: 'production', ...env, SAML_METADATA: 'http://club.invalid/metadata' }
    expect(refusal(production)).toContain('SAML_METADATA: https or a file')
  })

  test.each([
    { GOOGLE_CLIENT_ID: 'us' },
    { APPLE_CLIENT_SECRET: 'hidden' },
    { SSO_CLIENT_ID: 'we', SSO_CLIENT_SECRET: 'hidden' },
    { SSO_CLIENT_ID: 'we', SSO_CLIENT_SECRET: 'hidden', SSO_DISCOVERY_URL: 'https://club.invalid/d' },
  ])('needs all its keys: not only %o', (env) => {
    expect(refusal(env)).toMatch(
      /(?:_CLIENT_SECRET: id and secret|SSO_DOMAINS: address, id, secret and domains) go together/,
    )
  })
})

describe('production', () => {
  test('starts when every service is configured, and leaves no secret behind', () => {
    const empty = mkdtempSync(join(tmpdir(), 'tribune-config-'))
    expect(readConfig({ ...PRODUCTION, DATA_DIR: empty })).toMatchObject({ production: true, secret: SECRET })
    expect(readdirSync(empty)).toEqual([])
    rmSync(empty, { recursive: true })
  })

  test.each([
    ['database', 'DATABASE_URL'],
    ['football', 'FOOTBALL_API_URL'],
    ['mail', 'SMTP_URL'],
    ['openid', 'APPLE_CLIENT_ID'],
    ['push', 'VAPID_PRIVATE_KEY'],
    ['secret', 'SECRET'],
    ['sms', 'SMS_URL'],
  ])('refuses the stand-in for %s unless it is allowed by name', (standin, variable) => {
    const env = { ...PRODUCTION, [variable]: undefined }
    expect(refusal(env)).toMatch(new RegExp(`not allowed in production: ${standin} `))
    expect(refusal({ ...env, ALLOW_STANDINS: 'all' })).not.toBe('')
    expect(refusal({ ...env, ALLOW_STANDINS: `other, ${standin}` })).toBe('')
  })

  test('names every stand-in at once, and repeats no secret in any message', () => {
    const { NODE_ENV, PUBLIC_URL, ADMIN_EMAIL, MAIL_FROM } = PRODUCTION
    const bare = { NODE_ENV, PUBLIC_URL, ADMIN_EMAIL, MAIL_FROM, DATA_DIR: dir }
    expect(refusal(bare)).toContain('database, football, mail, openid, push, secret, sms')
    for (const name of Object.keys(PRODUCTION)) {
      const message = refusal({ ...PRODUCTION, [name]: undefined, PORT: 'abc', ADMIN_EMAIL: 'x' })
      expect(message).not.toMatch(/hidden|kept-between-us/)
    }
  })
})

test('lists the newest secret first, then those that only read', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)]
  const config = readConfig({ SECRET, OLD_SECRETS: `${one}\n ${SECRET} ${two}` })
  expect(config.secrets).toEqual([SECRET, one, two])
})

test('one address holds at most 5 % of the listener limit', () => {
  const room = (env: object) => readConfig({ DATA_DIR: dir, ...env }).live
  expect(room({})).toEqual({ listeners: 20_000, perAddress: 1_000 })
  expect(refusal({ DATA_DIR: dir, LIVE_LISTENERS_PER_ADDRESS: '10000' })).toBe(
    'Error: LIVE_LISTENERS_PER_ADDRESS: at most 1000, a twentieth of LIVE_LISTENERS',
  )
  expect(room({ LIVE_LISTENERS: '100', LIVE_LISTENERS_PER_ADDRESS: '3' })).toEqual({ listeners: 100, perAddress: 3 })
})

test('uses up to four processors in production, and shares the connections of PostgreSQL between several servers', () => {
  expect(readConfig({ DATA_DIR: dir }).servers).toBe(1)
  expect(readConfig(PRODUCTION).servers).toBe(Math.min(availableParallelism(), 4))
  expect(readConfig({ DATA_DIR: dir, SERVERS: '1' }).connections).toEqual({
    shared: 20,
    ballots: 4,
    sessions: 4,
    jobs: 4,
  })
  const several = readConfig({ DATA_DIR: dir, SERVERS: '4', DATABASE_CONNECTIONS: '10' })
  expect([several.servers, several.connections]).toEqual([4, { shared: 10, ballots: 3, sessions: 2, jobs: 2 }])
  expect(refusal({ DATA_DIR: dir, SERVERS: '0' })).toMatch(/^Error: SERVERS: /)
})

test('asks the operator for a second proof in production, and elsewhere if the setting requires it', () => {
  const asks = (env: Record<string, string>) => readConfig({ DATA_DIR: dir, ...env }).operatorSecondProof
  expect([asks({}), asks({ OPERATOR_SECOND_PROOF: 'on' }), asks(PRODUCTION)]).toEqual([false, true, true])
  expect(refusal({ ...PRODUCTION, OPERATOR_SECOND_PROOF: 'off' })).toContain('OPERATOR_SECOND_PROOF: on in production')
})

describe('a product that strangers reach', () => {
  test.each(['PUBLIC_URL', 'ADMIN_EMAIL', 'MAIL_FROM'])('needs %s in production', (name) => {
    expect(refusal({ ...PRODUCTION, [name]: undefined })).toContain(`${name}: needed in production`)
  })

  test('is at an https address in production, however it is written', () => {
    expect(refusal({ ...PRODUCTION, PUBLIC_URL: 'http://tribune.invalid' })).toContain('PUBLIC_URL: https: is needed')
    expect(refusal({ ...PRODUCTION, PUBLIC_URL: 'HTTPS://tribune.invalid' })).toBe('')
  })

  test.each(['development', 'test'])('has no stand-in either if NODE_ENV is %s', (NODE_ENV) => {
    for (const PUBLIC_URL of ['http://192.168.1.20:3000', 'https://tribune.invalid', 'http://localhost.invalid']) {
      expect(refusal({ NODE_ENV, DATA_DIR: dir, PUBLIC_URL })).toContain('Stand-ins are not allowed at a PUBLIC_URL')
      expect(refusal({ ...PRODUCTION, NODE_ENV, PUBLIC_URL })).toBe('')
    }
    for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      expect(refusal({ NODE_ENV, DATA_DIR: dir, PUBLIC_URL })).toBe('')
    }
  })

  test('has no accounts of the demonstration unless they are named', () => {
    const simulated = { ...PRODUCTION, FOOTBALL_API_URL: undefined, FOOTBALL_API_KEY: undefined }
    expect(readConfig({ ...simulated, ALLOW_STANDINS: 'football' }).demoPeople).toBe(false)
    expect(readConfig({ ...simulated, ALLOW_STANDINS: 'football,people' }).demoPeople).toBe(true)
    expect(readConfig({ DATA_DIR: dir }).demoPeople).toBe(true)
  })

  test('serves series to Prometheus only with a token of 16 characters', () => {
    expect(readConfig(PRODUCTION).metricsToken).toBeNull()
    expect(readConfig({ ...PRODUCTION, METRICS_TOKEN: 'x'.repeat(16) }).metricsToken).toBe('x'.repeat(16))
    expect(refusal({ ...PRODUCTION, METRICS_TOKEN: 'x'.repeat(15) })).toContain('METRICS_TOKEN')
  })

  test('does not describe its API unless configured to', () => {
    expect(readConfig(PRODUCTION).apiDocs).toBe(false)
    expect(readConfig({ ...PRODUCTION, API_DOCS: 'on' }).apiDocs).toBe(true)
    expect(readConfig({ DATA_DIR: dir }).apiDocs).toBe(true)
  })

  test.each([
    'change-me-change-me-now-and-for-all-time',
    'better-auth-secret-12345678901234567890',
    'x'.repeat(64),
    'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ',
    '0a0b0c0d0e0f0g0a0b0c0d0e0f0g0a0b0c0d',
    'k7Q!zP2mk7Q!zP2mk7Q!zP2mk7Q!zP2m',
    'azertyuiopqsdfghjklmwxcvbn-azertyuiop',
  ])('refuses the weak secret %s, and does not repeat it', (weak) => {
    const message = refusal({ ...PRODUCTION, SECRET: weak })
    expect(message).toContain('SECRET: too easy to guess')
    expect(message).not.toContain(weak)
    expect(refusal({ DATA_DIR: dir, SECRET: weak })).toBe('')
  })

  test('refuses a weak secret among the older ones, which are accepted too', () => {
    const weak = 'change-me-change-me-now-and-for-all-time'
    const good = randomBytes(24).toString('base64')
    const message = refusal({ ...PRODUCTION, OLD_SECRETS: `${good} ${weak}` })
    expect(message).toContain('OLD_SECRETS: too easy to guess')
    expect(message).not.toContain(weak)
    expect(refusal({ ...PRODUCTION, OLD_SECRETS: good })).toBe('')
    expect(refusal({ DATA_DIR: dir, SECRET, OLD_SECRETS: weak })).toBe('')
  })

  test('accepts any random secret', () => {
    const made = (['hex', 'base64', 'base64url'] as const).flatMap((form) =>
      Array.from({ length: 500 }, () => randomBytes(form === 'hex' ? 16 : 24).toString(form)),
    )
    expect(made.filter(isWeakSecret)).toEqual([])
  })
})
