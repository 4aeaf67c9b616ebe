import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CDN_STALE_MS, LIVE_SPREAD_MS, readingPace } from '@tribune/protocol/live.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import pg from 'pg'
import { HOME } from './calls.ts'
import { type Call, nginxCommand, say, send, startCommand } from './harness.ts'
import { order, startServer, stopServer } from './start-server.ts'
import { fillBenchDatabase, startBenchDatabase } from './world.ts'

/**
 * Puts a cache in front of the product. Compares what one viewer and a hundred cost the server, at the pace of the app and when an event makes all read
 * again; and has two fans sign in and read what is theirs, of which nothing may be stored. Debian's `varnish` and `nginx` must be installed.
 * `npm run bench:cdn [varnish|nginx] [configuration]`
 */
const [only, configuration] = process.argv.slice(2)
const VIEWERS = 100
const SECONDS = 60
const EVENTS = 10
const FIRST_EVENT_MS = 10_000
const MATCH: Call = { path: '/api/rpc/get_match_screen?match_id=1' }
const OFF = { type: null, savesData: false }
const PACES = [
  [HOME, readingPace('home', OFF, false)],
  [MATCH, readingPace('match', OFF, false)],
] as const

interface Cache {
  /** The committed configuration; `null`: the least that caches as the product's answers say. */
  readonly file: string | null
  /** Its text for these ports: `from` is the product's, `to` the cache's. */
  readonly text: (text: string, from: number, to: number) => string
  readonly command: (file: string, dir: string, to: number) => readonly [string, ...string[]]
}

const LEAST = `worker_processes 1;
pid nginx.pid;
events {}
http {
  access_log off;
  proxy_cache_path cache keys_zone=product:10m max_size=256m;
  client_body_temp_path body;
  proxy_temp_path proxy;
  server {
    listen 127.0.0.1:8080;
    location / {
      proxy_pass http://127.0.0.1:3000;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_cache product;
      proxy_cache_key $http_host$request_uri;
      proxy_cache_lock on;
      proxy_cache_revalidate on;
    }
  }
}
`

const CACHES: Readonly<Record<string, Cache>> = {
  varnish: {
    file: fileURLToPath(new URL('../deploy/varnish.vcl', import.meta.url)),
    text: (text, from) => text.replace('"3000"', `"${from}"`),
    command: (file, dir, to) =>
      `varnishd -F -f ${file} -n ${dir}/v -a 127.0.0.1:${to} -s malloc,64m -p http_gzip_support=off`.split(' ') as [
        string,
      ],
  },
  nginx: {
    file: null,
    text: (text, from, to) =>
      text.replaceAll('127.0.0.1:3000', `127.0.0.1:${from}`).replace(/listen [^;]+;/, `listen 127.0.0.1:${to};`),
    command: nginxCommand,
  },
}

const database = await startBenchDatabase()
const dir = mkdtempSync(join(tmpdir(), 'tribune-cdn-'))
// Both read their files as another user.
chmodSync(dir, 0o755)
await fillBenchDatabase(database.url, 2)
const { child, ports } = await startServer(database.url, { env: { PROOF_OF_WORK: 'off', TRUST_PROXY: '1' } })
try {
  for (const [name, cache] of Object.entries(CACHES)) {
    if (only !== undefined && only !== name) continue
    const { port, stop } = await start(name, cache, ports.tribune)
    try {
      say(`(${name})`)
      for (const viewers of [1, VIEWERS])
        await measure(child, `${viewers} at the app's pace, ${SECONDS} s`, () => follow(port, viewers))
      for (const viewers of [1, VIEWERS]) {
        await measure(child, `${viewers} after each of ${EVENTS} events`, () => readAfterEvents(child, port, viewers))
      }
      await measure(child, `${VIEWERS} after each of ${EVENTS} events, without the cache`, () =>
        readAfterEvents(child, ports.tribune, VIEWERS),
      )
      say(`    private answers: ${await checkPrivacy(port, name)} checks passed`)
    } finally {
      await stop()
    }
  }
} finally {
  await stopServer(child)
  await database.stop()
  rmSync(dir, { recursive: true, force: true })
}

function textOf(cache: Cache): string {
  const file = configuration ?? cache.file
  return file === null ? LEAST : readFileSync(file, 'utf8')
}

/** Starts a cache on a free port, and waits until it answers. */
async function start(name: string, cache: Cache, from: number) {
  const [port, file] = [await freePort(), join(dir, name)]
  writeFileSync(file, cache.text(textOf(cache), from, port))
  return { port, ...(await startCommand(cache.command(file, dir, port), port)) }
}

/** Prints how many requests of the viewers reached the server, and the processor time that it used. */
async function measure(child: ChildProcess, title: string, work: () => Promise<number>): Promise<void> {
  const before = await order(child, { do: 'measure' })
  const sent = await work()
  const after = await order(child, { do: 'measure' })
  const [requests, cpu] = [after.requests - before.requests, (after.cpu - before.cpu) / 1_000]
  say(`    ${title}: ${sent} reads, ${requests} reached the server, ${cpu.toFixed(0)} ms of its processor`)
}

/** Reads an address as a browser does: asks whether the last answer still holds. */
function reader(port: number, { path }: Call): () => Promise<void> {
  let etag: string | null = null
  return async () => {
    const headers: Record<string, string> = etag === null ? {} : { 'if-none-match': etag }
    const answer = await send(port, { path, headers: { ...headers, 'accept-encoding': 'gzip, br' } })
    if (answer.status !== 200 && answer.status !== 304) throw new Error(`${path} was answered ${answer.status}`)
    etag = answer.headers.get('etag')
  }
}

/** Makes viewers follow home and a match, each from its own start time. Returns the number of reads. */
async function follow(port: number, viewers: number): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let sent = 0
  const poll = async (call: Call, pace: number, first: number) => {
    const read = reader(port, call)
    for (let at = first; performance.now() + at < until; at = pace) {
      await pause(at)
      sent += 1
      await read()
    }
  }
  const all = Array.from({ length: viewers }, (_, viewer) =>
    PACES.map(([call, pace]) => poll(call, pace, (pace * viewer) / viewers)),
  )
  await Promise.all(all.flat())
  return sent
}

/** Makes viewers read home and a match after each change of it, spread as in the app. Returns the number of reads. */
async function readAfterEvents(child: ChildProcess, port: number, viewers: number): Promise<number> {
  const readers = Array.from({ length: viewers }, () => PACES.map(([call]) => reader(port, call)))
  for (let event = 0; event < EVENTS; event += 1) {
    await order(child, { do: 'change', matchId: 1 })
    await Promise.all(
      readers.map(async (reads, viewer) => {
        await pause(CDN_STALE_MS + (LIVE_SPREAD_MS.result * viewer) / viewers)
        for (const read of reads) await read()
      }),
    )
  }
  return EVENTS * viewers * PACES.length
}

/** Signs two fans in through the cache. Throws if either gets an answer to the other, or if a public answer depends on them. Returns the number of checks. */
async function checkPrivacy(port: number, name: string): Promise<number> {
  let checks = 0
  const check = (holds: boolean, what: string) => {
    checks += 1
    if (!holds) throw new Error(`${name}: ${what}`)
  }
  const fans = await Promise.all(['a', 'b'].map((fan) => signIn(port, `${fan}-${name}@domain.example`)))
  for (const path of ['/api/me', '/api/me/sessions', '/api/me/data', '/api/votes', '/api/follows', '/']) {
    for (let times = 0; times < 3; times += 1) {
      const answers = await Promise.all(
        [...fans.map(({ cookie }) => cookie), ''].map((cookie) => send(port, { path, headers: { cookie } })),
      )
      for (const [index, { headers, body }] of answers.entries()) {
        check(headers.get('age') === null || headers.get('age') === '0', `${path} came from the cache`)
        const others = fans.filter((_fan, other) => other !== index)
        check(
          others.every(({ email, id }) => !body.includes(email) && !body.includes(id)),
          `${path} has another fan's answer`,
        )
      }
    }
    const own = await Promise.all(fans.map(({ cookie }) => send(port, { path: '/api/me', headers: { cookie } })))
    for (const [index, { body }] of own.entries())
      check(body.includes(fans[index]?.id ?? '?'), '/api/me is not the own one')
  }
  for (const { path } of [HOME, MATCH]) {
    const answers = await Promise.all(
      [...fans.map(({ cookie }) => cookie), ''].map((cookie) => send(port, { path, headers: { cookie } })),
    )
    for (const { headers, body, status } of answers) {
      check(status === 200 && body === answers[0]?.body, `${path} depends on its caller`)
      check(headers.getSetCookie().length === 0, `${path} sets a cookie`)
    }
  }
  const brotli = await fetch(`http://127.0.0.1:${port}${HOME.path}`, { headers: { 'accept-encoding': 'gzip, br' } })
  check(brotli.headers.get('content-encoding') === 'br', 'Brotli is lost')
  await brotli.arrayBuffer()
  const head = await fetch(`http://127.0.0.1:${port}${HOME.path}`, { method: 'HEAD' })
  check(head.status === 200 && (await head.text()) === '', 'HEAD has a body')
  check(await isStreamed(port), 'the live stream does not come through')
  const missing = { path: '/api/rpc/get_match_screen?match_id=77' }
  for (let times = 0; times < 2; times += 1) {
    const { status, headers } = await send(port, missing)
    check(status === 404 && !(Number(headers.get('age')) > 0), 'a refusal came from the cache')
  }
  const native = { path: HOME.path, headers: { origin: 'capacitor://localhost' } }
  for (const call of [HOME, native, HOME, native]) {
    const { headers } = await send(port, call)
    check(
      headers.has('access-control-allow-origin') === (call === native),
      'the native app got the answer of a browser',
    )
  }
  return checks
}

/** Returns whether the live stream's first event arrives while the stream goes on. */
async function isStreamed(port: number): Promise<boolean> {
  const { body } = await fetch(`http://127.0.0.1:${port}/api/live?home=1`, {
    signal: AbortSignal.timeout(FIRST_EVENT_MS),
  })
  let text = ''
  for await (const part of body ?? []) {
    text += new TextDecoder().decode(part)
    if (text.includes('event: hello')) return true
  }
  return false
}

/** Makes an account through the cache, with its address confirmed in the database, and signs in through the cache. */
async function signIn(port: number, email: string): Promise<{ email: string; id: string; cookie: string }> {
  const password = 'quatre-vingt-dix minutes au stade'
  const post = (path: string, body: object) =>
    send(port, {
      method: 'POST',
      path: `/api/auth/${path}`,
      headers: { origin: 'http://localhost', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('sign-up/email', { name: 'Fan', email, password, callbackURL: '/' })
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('UPDATE auth."user" SET email_verified = true WHERE email = $1', [email])
  await client.end()
  const { headers, status } = await post('sign-in/email', { email, password })
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const me = JSON.parse((await send(port, { path: '/api/me', headers: { cookie } })).body) as {
    fan: { id: string } | null
  }
  if (me.fan === null) throw new Error(`${email} is not signed in: ${status}`)
  return { email, id: me.fan.id, cookie }
}
