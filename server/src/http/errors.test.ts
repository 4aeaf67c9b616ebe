import type { FastifyReply, FastifyRequest } from 'fastify'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AbandonedError } from '../infra/database/abandoned-reads.ts'
import { Refusal } from '../kernel/refusal.ts'
import { RefusalPace, refuse } from './errors.ts'

test.each([
  ['a refusal is logged as information', new Refusal('match_not_found'), 404, 'info'],
  ['a refusal of a full server is logged as information', new Refusal('busy'), 503, 'info'],
  [
    'an error of the caller is logged as information',
    Object.assign(new Error('too much'), { statusCode: 413 }),
    413,
    'info',
  ],
  ['a read whose caller has disconnected is logged as information', new AbandonedError(), 503, 'info'],
  [
    'a read that took too long is logged as an error',
    Object.assign(new Error('canceling statement'), { code: '57014' }),
    503,
    'error',
  ],
  ['any other error is logged as an error', new Error('out of luck'), 500, 'error'],
] as const)('%s', (_name, error, status, level) => {
  const log = { info: vi.fn(), error: vi.fn() }
  const reply = {
    status: vi.fn(() => reply),
    header: () => reply,
    hasHeader: () => false,
    type: () => reply,
    send: () => reply,
  }
  refuse(error, { log, id: '1' } as unknown as FastifyRequest, reply as unknown as FastifyReply)
  expect(reply.status).toHaveBeenCalledWith(status)
  expect([log.info.mock.calls.length, log.error.mock.calls.length]).toEqual(level === 'info' ? [1, 0] : [0, 1])
  // The answer names the same id.
  expect(log[level]).toHaveBeenCalledWith(expect.objectContaining({ reqId: '1' }), expect.any(String))
})

describe('the pace of refusals', () => {
  let [now, busy] = [0, 0]
  beforeEach(() => {
    ;[now, busy] = [0, 0]
  })

  /** Counts the refusals that are answered at once. */
  async function answeredAtOnce(pace: RefusalPace, codes: readonly Parameters<RefusalPace['wait']>[0][]) {
    const answered: string[] = []
    for (const code of codes) void pace.wait(code).then(() => answered.push(code))
    await new Promise((done) => setImmediate(done))
    return answered
  }

  test('callers wait for their refusal only while the event loop is busy', async () => {
    const pace = new RefusalPace({ now: () => now, busy: () => busy })
    expect(await answeredAtOnce(pace, ['invalid_request'])).toEqual(['invalid_request'])
    now += 200
    busy += 150
    expect(await answeredAtOnce(pace, ['invalid_request', 'not_found', 'vote_locked', 'not_authenticated'])).toEqual([
      'vote_locked',
      'not_authenticated',
    ])
    now += 200
    expect(await answeredAtOnce(pace, ['invalid_request', 'not_found'])).toEqual(['invalid_request', 'not_found'])
  })
})
