import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROCESSES = fileURLToPath(new URL('../../testing/metric-processes.ts', import.meta.url))
const accepted = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROCESSES, ...args])
  return /^tribune_ballots_accepted_total (\d+)$/m.exec(stdout)?.[1]
}

test('each process serves the series of all, added up', async () => {
  expect(await accepted('gather')).toBe('3')
})

test('a process serves its own series while the first one does not answer', async () => {
  expect(await accepted()).toBe('1')
})
