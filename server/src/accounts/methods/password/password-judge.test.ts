import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { NOWHERE } from '../../../testing/nowhere.ts'
import { isGuessable } from './guessable.ts'
import { isLeaked, PasswordJudge } from './password-judge.ts'

const dir = mkdtempSync(join(tmpdir(), 'tribune-judge-'))
afterAll(() => rmSync(dir, { recursive: true }))
const judges: PasswordJudge[] = []
afterEach(async () => void (await Promise.all(judges.splice(0).map((judge) => judge.close()))))

/** Creates a judge whose thread runs this script. */
function judgeBy(script: string, limitMs: number, waiting = 20): PasswordJudge {
  const file = join(dir, `thread-${Math.random()}.mjs`)
  writeFileSync(file, `import { parentPort, threadId } from 'node:worker_threads'\n${script}`)
  const judge = new PasswordJudge({ thread: pathToFileURL(file), limitMs, waiting })
  judges.push(judge)
  return judge
}

const CODE = { code: 'password_unjudged' }

test('judges in a thread other than the one that serves fans', async () => {
  const judge = judgeBy(
    'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, answer: threadId !== 0 }))',
    60_000,
  )
  expect(await judge.isGuessable('p4$$w0rd', '')).toBe(true)
})

test('finds a common password guessable, and a random one not', async () => {
  const judge = new PasswordJudge({ limitMs: 60_000 })
  judges.push(judge)
  expect(await judge.isGuessable('123456', '')).toBe(true)
  expect(await judge.isGuessable('k7#qZ!-virage', '')).toBe(false)
})

test('terminates a thread that never answers, refuses the password, and judges the next one', async () => {
  const judge = judgeBy(
    `parentPort.on("message", ({ id, order }) => {
      while (order.password === "endless") {}
      parentPort.postMessage({ id, answer: false })
    })`,
    2_000,
  )
  await expect(judge.isGuessable('endless', '')).rejects.toMatchObject(CODE)
  await expect.poll(() => judge.isGuessable('other', '').catch(() => null), { timeout: 30_000 }).toBe(false)
})

test('refuses immediately when the queue is full', async () => {
  const judge = judgeBy('parentPort.on("message", () => {})', 2_000, 1)
  const asked = [1, 2, 3].map(() => judge.isGuessable('a', '').catch((error: unknown) => error))
  expect(await Promise.race(asked)).toMatchObject(CODE)
  await Promise.all(asked)
})

describe('a guessable password', () => {
  it.each(['123456', 'azerty', 'password', 'soleil', 'aaaaaa', '112233', 'camille', 'Camille.Durand'])(
    'is %s',
    (password) => expect(isGuessable(password, 'camille.durand@stade.invalid')).toBe(true),
  )

  it.each(['k7#qZ!', 'virage-nord', 'motdepasse-de-camille', 'éééx9&', 'xxxxxq7!b', '日本語のパス'])(
    'is not %s',
    (password) => expect(isGuessable(password, 'camille@stade.invalid')).toBe(false),
  )

  it('is recognised even with 20 000 characters', () => {
    expect(isGuessable('ab'.repeat(10_000), 'a@b.invalid')).toBe(true)
  })
})

describe('a password from a leak', () => {
  const LEAKED = 'virage-de-1998'
  const asked: string[] = []
  let service: Server
  let url: string
  let answer: (suffix: string) => { status: number; body: string }

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { status, body } = answer(hashOf(LEAKED).slice(5))
      if (status !== 0) response.writeHead(status).end(body)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  })
  afterAll(() => {
    service.closeAllConnections()
    service.close()
  })

  const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
  const padding = '0'.repeat(35)

  it('is found by the first five digits of its hash, and only these are sent', async () => {
    answer = (suffix) => ({ status: 200, body: `${padding}:0\r\n${suffix}:3\r\nFF:1` })
    expect(await isLeaked(LEAKED, url)).toBe(true)
    expect(await isLeaked('un-autre-mot', url)).toBe(false)
    expect(asked.map((path) => path.length)).toEqual([12, 12])
  })

  it.each([
    ['padding', (suffix: string) => ({ status: 200, body: `${suffix}:0` })],
    ['an error', () => ({ status: 503, body: '' })],
    ['nonsense', () => ({ status: 200, body: '<html>' })],
    ['silence', () => ({ status: 0, body: '' })],
  ])('is not found if the service answers with %s', async (_name, response) => {
    answer = response
    expect(await isLeaked(LEAKED, url)).toBe(false)
  })

  it('is not found if the service is down', async () => {
    expect(await isLeaked(LEAKED, `http://${NOWHERE}`)).toBe(false)
  })
})
