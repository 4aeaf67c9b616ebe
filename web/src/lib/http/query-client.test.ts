import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import { reread } from './query-client.ts'

test('a first read that began before the change begins again', async () => {
  const client = new QueryClient()
  const late = Promise.withResolvers<void>()
  let stored = 'before'
  const queryFn = async () => {
    const read = stored
    if (read === 'before') await late.promise
    return read
  }
  onTestFinished(new QueryObserver(client, { queryKey: ['own'], queryFn }).subscribe(() => {}))
  stored = 'after'
  const done = reread(client, ['own'])
  late.resolve()
  await done
  expect(client.getQueryData(['own'])).toBe('after')
})
