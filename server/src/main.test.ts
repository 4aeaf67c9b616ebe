import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { end } from './main.ts'

const exit = () => vi.mocked(process.exit)
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process, 'exit').mockImplementation((() => {}) as never)
})
afterEach(() => {
  vi.useRealTimers()
  exit().mockRestore()
})

test('a stop may take twenty seconds after the time in which load balancers learn of it', async () => {
  const never = { stop: () => new Promise<void>(() => {}) }
  end(Promise.resolve(never), { drainMs: 60_000 })
  await vi.advanceTimersByTimeAsync(79_999)
  expect(exit()).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(exit()).toHaveBeenCalledExactlyOnceWith(1)
})

test('a stop that ends in order ends the process without an error', async () => {
  end(Promise.resolve({ stop: async () => {} }), { drainMs: 0 })
  await vi.advanceTimersByTimeAsync(0)
  expect(exit()).toHaveBeenCalledExactlyOnceWith(0)
})
