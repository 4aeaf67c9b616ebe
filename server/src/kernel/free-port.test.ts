import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a port that was found and is not yet used is not found again', async () => {
  const ports = [await freePort(), ...(await Promise.all([freePort(), freePort()]))]
  expect(new Set(ports).size).toBe(3)
})

test('a port that is in use is skipped', async () => {
  const taken = createServer()
  const next = (await freePort()) + 1
  await new Promise<void>((resolve) => taken.listen(next, '127.0.0.1', resolve))
  expect(await freePort()).toBeGreaterThan(next)
  await new Promise((resolve) => taken.close(resolve))
})
