import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOWHERE } from '../../../testing/nowhere.ts'
import { isGuessable } from './guessable.ts'
import { isLeaked } from './password-judge.ts'

describe('a guessable password', () => {
  it.each(['123456', 'azerty', 'password', 'soleil', 'aaaaaa', '112233', 'camille', 'Camille.Durand'])(
    'is %s',
    (password) => expect(isGuessable(password, 'camille.durand@stade.invalid')).toBe(true),
  )

  it.each(['k7#qZ!', 'virage-nord', 'motdepasse-de-camille', 'éééx9&', 'xxxxxq7!b', '日本語のパス'])(
    'is not %s',
    (password) => expect(isGuessable(password, 'camille@stade.invalid')).toBe(false),
  )

  it('is judged fast, however long it is', () => {
    expect(isGuessable('ab'.repeat(10_000), 'a@b.invalid')).toBe(true)
  })
})

describe('a password from a leak', () => {
  const LEAKED = 'virage-de-1998'
  const asked: string[] = []
  let service: Server
  let url: string
  let answer: (suffix: string) => { status: number; body: string }

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '')
      const { status, body } = answer(hashOf(LEAKED).slice(5))
      if (status !== 0) response.writeHead(status).end(body)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  })
  afterAll(() => {
    service.closeAllConnections()
    service.close()
  })

  const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase()
  const padding = '0'.repeat(35)

  it('is found by the first five digits of its hash, and nothing more is sent', async () => {
    answer = (suffix) => ({ status: 200, body: `${padding}:0\r\n${suffix}:3\r\nFF:1` })
    expect(await isLeaked(LEAKED, url)).toBe(true)
    expect(await isLeaked('un-autre-mot', url)).toBe(false)
    expect(asked.map((path) => path.length)).toEqual([12, 12])
  })

  it.each([
    ['padding', (suffix: string) => ({ status: 200, body: `${suffix}:0` })],
    ['an error', () => ({ status: 503, body: '' })],
    ['nonsense', () => ({ status: 200, body: '<html>' })],
    ['silence', () => ({ status: 0, body: '' })],
  ])('is not found where the service answers with %s', async (_name, response) => {
    answer = response
    expect(await isLeaked(LEAKED, url)).toBe(false)
  })

  it('is not found where the service is down', async () => {
    expect(await isLeaked(LEAKED, `http://${NOWHERE}`)).toBe(false)
  })
})
