import { afterEach, expect, test, vi } from 'vitest'
import { within } from './within.ts'

const never = new Promise<never>(() => {})

afterEach(() => {
  vi.useRealTimers()
})

test('resolves or rejects with the outcome of the work, and clears its timer', async () => {
  vi.useFakeTimers()
  expect(await within(60_000, Promise.resolve('done'))).toBe('done')
  await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('rejects after the limit, with the caller’s own error if there is one', async () => {
  await expect(within(1, never)).rejects.toThrow('time limit exceeded')
  await expect(within(1, never, () => new Error('no mail'))).rejects.toThrow('no mail')
})

test('ignores a failure that comes after the limit', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  await expect(within(1, promise)).rejects.toThrow('time limit exceeded')
  reject(new Error('late'))
  await expect(promise).rejects.toThrow('late')
})
