import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The phone's vault, whose plugin the tests replace. */
const vault = {
  getItem: vi.fn<() => Promise<string | null>>(),
  setItem: vi.fn(async () => undefined),
  removeItem: vi.fn(async () => true),
  setDefaultKeychainAccess: vi.fn(async () => undefined),
}
const PLUGIN = '@aparajita/capacitor-secure-storage'
const OLD = { authorization: 'Bearer old' }
const NEW = { authorization: 'Bearer new' }

beforeEach(() => {
  vi.resetModules()
  vi.doMock(PLUGIN, () => ({ SecureStorage: vault, KeychainAccess: { whenUnlockedThisDeviceOnly: 1 } }))
  vi.stubGlobal('localStorage', { getItem: () => '1', setItem: () => undefined })
})
afterEach(() => {
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})
afterAll(() => {
  vi.doUnmock(PLUGIN)
  vi.resetModules()
})

/** Starts the app on a phone whose vault answers when the test lets it. */
async function startSlowly() {
  const session = await import('./session.ts')
  const read = Promise.withResolvers<string | null>()
  vault.getItem.mockReturnValueOnce(read.promise)
  const loaded = session.loadSession()
  await vi.waitFor(() => expect(vault.getItem).toHaveBeenCalledOnce())
  return { session, read, loaded }
}

describe('a start with a slow vault', () => {
  test('signs calls with the stored token once it is read', async () => {
    const { session, read, loaded } = await startSlowly()
    read.resolve('old')
    await loaded
    expect(session.bearerHeaders()).toEqual(OLD)
  })

  test.each([
    ['a late token of the former fan', 'old'],
    ['a late read without a token', null],
  ])('%s does not replace the token of a sign-in during the read', async (_whose, found) => {
    const { session, read, loaded } = await startSlowly()
    await session.holdSession('new')
    read.resolve(found)
    await loaded
    expect([session.bearerHeaders(), vault.removeItem.mock.calls]).toEqual([NEW, []])
  })

  test('a late token of a former installation does not remove the token of a sign-in during the read', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
    const { session, read, loaded } = await startSlowly()
    await session.holdSession('new')
    read.resolve('old')
    await loaded
    expect([session.bearerHeaders(), vault.removeItem.mock.calls]).toEqual([NEW, []])
  })

  test('a late error does not remove the token of a sign-in during the read', async () => {
    const { session, read, loaded } = await startSlowly()
    await session.holdSession('new')
    read.reject(new Error('AEADBadTagException'))
    await loaded
    expect([session.bearerHeaders(), vault.removeItem.mock.calls]).toEqual([NEW, []])
  })

  test('a late token does not restore a session that ended during the read', async () => {
    const { session, read, loaded } = await startSlowly()
    await session.dropSession()
    read.resolve('old')
    await loaded
    expect(session.bearerHeaders()).toEqual({})
  })

  test('a vault that cannot be read is emptied', async () => {
    const { session, read, loaded } = await startSlowly()
    read.reject(new Error('AEADBadTagException'))
    await loaded
    expect([session.bearerHeaders(), vault.removeItem.mock.calls]).toEqual([{}, [['session']]])
  })
})

describe('an answer that renews the session', () => {
  const renewal = new Headers({ 'set-auth-token': 'renewed' })

  test('stores its token', async () => {
    const session = await import('./session.ts')
    await session.holdSession('old')
    session.noteSession(renewal, OLD)
    expect(session.bearerHeaders()).toEqual({ authorization: 'Bearer renewed' })
  })

  test.each([
    ['the former fan', OLD],
    ['a visitor', {}],
  ])('to a request of %s leaves the token of the new fan in place', async (_whose, sent) => {
    const session = await import('./session.ts')
    await session.holdSession('new')
    session.noteSession(renewal, sent)
    expect(session.bearerHeaders()).toEqual(NEW)
  })

  test.each([
    ['the former fan', OLD],
    ['a visitor', {}],
  ])('to a request of %s signs no fan in after a sign-out', async (_whose, sent) => {
    const session = await import('./session.ts')
    await session.holdSession('old')
    await session.dropSession()
    session.noteSession(renewal, sent)
    expect(session.bearerHeaders()).toEqual({})
  })
})

describe.each(['oldest', 'newest'])('changes at a slow vault that serves the %s first', (order) => {
  const pending: (() => void)[] = []
  let stored: string | null = null
  const later = <T>(apply: () => T) => new Promise<T>((resolve) => pending.push(() => resolve(apply())))

  beforeEach(() => {
    stored = 'old'
    vault.setItem.mockImplementation((...sent: unknown[]) =>
      later(() => {
        stored = String(sent[1])
        return undefined
      }),
    )
    vault.removeItem.mockImplementation(() =>
      later(() => {
        stored = null
        return true
      }),
    )
  })
  afterEach(() => {
    vault.setItem.mockImplementation(async () => undefined)
    vault.removeItem.mockImplementation(async () => true)
  })

  /** Makes the vault answer until all changes have ended. */
  async function answerAll(changes: readonly Promise<void>[]): Promise<void> {
    let ended = false
    const all = Promise.all(changes).then(() => {
      ended = true
    })
    await vi.waitFor(() => {
      const answer = order === 'oldest' ? pending.shift() : pending.pop()
      answer?.()
      expect([ended, pending]).toEqual([true, []])
    })
    await all
  }

  test('a sign-out right after a sign-in leaves no token', async () => {
    const session = await import('./session.ts')
    await answerAll([session.holdSession('new'), session.dropSession()])
    expect([session.bearerHeaders(), stored]).toEqual([{}, null])
  })

  test('a sign-in right after a sign-out leaves its token', async () => {
    const session = await import('./session.ts')
    await answerAll([session.dropSession(), session.holdSession('new')])
    expect([session.bearerHeaders(), stored]).toEqual([NEW, 'new'])
  })

  test('of two renewals the later one stays', async () => {
    const session = await import('./session.ts')
    await answerAll([session.holdSession('former'), session.holdSession('new')])
    expect([session.bearerHeaders(), stored]).toEqual([NEW, 'new'])
  })

  test('a sign-out right after a renewal leaves no token', async () => {
    const session = await import('./session.ts')
    await answerAll([session.holdSession('old')])
    session.noteSession(new Headers({ 'set-auth-token': 'renewed' }), OLD)
    await answerAll([session.dropSession()])
    expect([session.bearerHeaders(), stored]).toEqual([{}, null])
  })

  test('a change that the vault refuses does not block the next one', async () => {
    const refused = vi.spyOn(console, 'error').mockReturnValue()
    const session = await import('./session.ts')
    vault.setItem.mockRejectedValueOnce(new Error('no space'))
    await answerAll([session.holdSession('new'), session.dropSession()])
    expect([refused.mock.calls[0]?.[0], stored]).toEqual(['session not stored', null])
    refused.mockRestore()
  })
})
