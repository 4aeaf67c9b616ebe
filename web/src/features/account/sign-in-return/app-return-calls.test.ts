import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginInBrowser, returnFrom } from './app-return-calls.ts'

const HOME = 'https://tribune.invalid'
const CODE = `${'c'.repeat(42)}A`
const UNEXPECTED = {
  kind: 'refused',
  message: 'Cette connexion n’a pas été demandée par cette app, ou elle a déjà servi. Recommence.',
}
const stored = new Map<string, string>()
const server = vi.fn<typeof fetch>()
const tokens: string[] = []
const shell = {
  home: HOME,
  sign: () => ({ authorization: 'Bearer former' }),
  hold: (token: string) => void tokens.push(token),
}

beforeEach(() => {
  stored.clear()
  tokens.length = 0
  server.mockReset()
  server.mockImplementation(async () => Response.json({ entered: true }, { headers: { 'set-auth-token': 't.s' } }))
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Begins a sign-in. Returns the challenge in the address opened. */
async function begun(): Promise<string> {
  return new URL(await beginInBrowser({ home: HOME })).searchParams.get('app') ?? ''
}
const back = (query: Record<string, string>) => `tribune://auth/callback?${new URLSearchParams(query)}`

describe('beginning in the phone’s browser', () => {
  test('opens the profile with the hash of the verifier, which stays in the app', async () => {
    const address = new URL(await beginInBrowser({ home: HOME }, 'google'))
    expect([address.origin, address.pathname, address.searchParams.get('provider')]).toEqual([
      HOME,
      '/profile',
      'google',
    ])
    const [verifier = ''] = stored.values()
    expect(verifier).toMatch(/^[\w-]{43}$/)
    expect(address.searchParams.get('app')).toBe(createHash('sha256').update(verifier).digest('base64url'))
    expect(address.href).not.toContain(verifier)
  })

  test('a second time uses a new verifier', async () => {
    const former = await begun()
    expect(await begun()).not.toBe(former)
    expect(await returnFrom(back({ app: former, code: CODE }), shell)).toEqual(UNEXPECTED)
  })
})

describe('coming back', () => {
  test('exchanges the code with the verifier, and passes the token only to the shell', async () => {
    const app = await begun()
    const [verifier] = stored.values()
    expect(await returnFrom(back({ app, code: CODE }), shell)).toEqual({ kind: 'in' })
    const [address, init] = server.mock.calls[0] ?? []
    expect([address, init?.credentials, init?.body]).toEqual([
      `${HOME}/api/auth/app/exchange`,
      'omit',
      JSON.stringify({ code: CODE, verifier }),
    ])
    expect([tokens, [...stored]]).toEqual([['t.s'], []])
  })

  test('sends the session that the app has along, for the server to end', async () => {
    const app = await begun()
    await returnFrom(back({ app, code: CODE }), shell)
    const [, init] = server.mock.calls[0] ?? []
    expect(init?.headers).toEqual({ 'content-type': 'application/json', authorization: 'Bearer former' })
  })

  test('twice, even concurrently, exchanges the code once', async () => {
    const app = await begun()
    const address = back({ app, code: CODE })
    const outcomes = await Promise.all([returnFrom(address, shell), returnFrom(address, shell)])
    // Either call may win.
    expect(outcomes).toHaveLength(2)
    expect(outcomes).toEqual(expect.arrayContaining([{ kind: 'in' }, UNEXPECTED]))
    expect(await returnFrom(address, shell)).toEqual(UNEXPECTED)
    expect([server.mock.calls.length, tokens]).toEqual([1, ['t.s']])
  })

  test('without having begun changes nothing', async () => {
    expect(await returnFrom(back({ app: 'x', code: CODE }), shell)).toEqual(UNEXPECTED)
    expect(server).not.toHaveBeenCalled()
  })

  test.each<[string, (app: string) => string]>([
    ['another scheme', (app) => `https://auth/callback?app=${app}&code=${CODE}`],
    ['another host', (app) => `tribune://other/callback?app=${app}&code=${CODE}`],
    ['another path', (app) => `tribune://auth/callback/x?app=${app}&code=${CODE}`],
    ['another case', (app) => `TRIBUNE://auth/callback?app=${app}&code=${CODE}`],
    ['a user name', (app) => `tribune://x@auth/callback?app=${app}&code=${CODE}`],
    ['no code', (app) => back({ app })],
    ['no challenge', () => back({ code: CODE })],
    ['another challenge', () => back({ app: 'A'.repeat(43), code: CODE })],
    ['an error for another challenge', () => back({ app: 'A'.repeat(43), error: 'access_denied' })],
    ['a malformed code', (app) => back({ app, code: 'x' })],
    ['two codes', (app) => `${back({ app, code: CODE })}&code=${CODE}`],
    ['a code and an error', (app) => back({ app, code: CODE, error: 'access_denied' })],
    ['another parameter', (app) => back({ app, code: CODE, home: 'https://evil.invalid' })],
    ['a fragment', (app) => `${back({ app, code: CODE })}#x`],
    ['nothing', () => ''],
  ])('with %s changes nothing: the expected callback still works', async (_case, addressOf) => {
    const app = await begun()
    expect(await returnFrom(addressOf(app), shell)).toEqual(UNEXPECTED)
    expect(server).not.toHaveBeenCalled()
    expect(await returnFrom(back({ app, code: CODE }), shell)).toEqual({ kind: 'in' })
  })

  test('with an error shows its sentence, and deletes the verifier', async () => {
    const app = await begun()
    const refused = { kind: 'refused', message: '❌ Erreur: connexion annulée.' }
    expect(await returnFrom(back({ app, error: 'access_denied' }), shell)).toEqual(refused)
    expect([stored.size, server.mock.calls.length]).toEqual([0, 0])
  })

  test.each<[string, () => Promise<Response>, string]>([
    [
      'the server refuses',
      async () => Response.json({ error: { code: 'app_code_used', message: 'Déjà servi.', id: '1' } }, { status: 401 }),
      'Déjà servi.',
    ],
    [
      'no token comes',
      async () => Response.json({ entered: true }),
      'Réponse illisible\u00a0: un Wi-Fi public demande peut-être de s’identifier.',
    ],
    [
      'no answer comes',
      () => Promise.reject(new TypeError('network')),
      'Impossible de joindre Tribune. Vérifie ta connexion et réessaie.',
    ],
  ])('shows a sentence where %s, and stores nothing', async (_case, answer, message) => {
    vi.stubGlobal('navigator', { onLine: true })
    server.mockImplementation(answer)
    const app = await begun()
    expect(await returnFrom(back({ app, code: CODE }), shell)).toEqual({ kind: 'refused', message })
    expect([tokens, stored.size]).toEqual([[], 0])
  })
})
