import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { PasswordJudge } from './password-judge.ts'

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
