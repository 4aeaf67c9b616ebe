import { expect, test } from 'vitest'
import { isDatabaseAway } from './pool.ts'

const failure = (code: string) => Object.assign(new Error('the database said so'), { code })

test.each([
  ['refuses connections', 'ECONNREFUSED'],
  ['has no connection left', '53300'],
  ['is stopping', '57P01'],
  ['has no room left on its disk', '53100'],
  ['takes no writes, as a standby does', '25006'],
  ['has a name that is not known during a failover', 'ENOTFOUND'],
  ['has a name that nobody could look up', 'EAI_AGAIN'],
  ['is on a machine that is gone', 'EHOSTUNREACH'],
  ['is beyond a network that is gone', 'ENETUNREACH'],
])('a database that %s (%s) is away', (_what, code) => {
  expect(isDatabaseAway(failure(code))).toBe(true)
})

test.each([
  ['a row that breaks a constraint', '23505'],
  ['a statement that is wrong', '42601'],
  ['a deadlock', '40P01'],
])('%s (%s) is no database that is away', (_what, code) => {
  expect(isDatabaseAway(failure(code))).toBe(false)
})
