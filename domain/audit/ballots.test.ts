import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { ballotBytes, ballotLine, type PublicBallot, parseBallot, saltOf } from './ballots.ts'
import { compareBytes, fromBase64, fromHex, isHash, toBase64, toHex } from './bytes.ts'

const sha = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')
const SALT = '00112233445566778899aabbccddeeff'
const BALLOT: PublicBallot = { salt: SALT, first: 11, second: -7, third: 2 ** 40 + 1, status: 'counted' }
const LINE = `{"salt":"${SALT}","first":11,"second":-7,"third":1099511627777,"status":"counted"}\n`

test('the bytes of a ballot are tag, match, attempt, salt, players and status', () => {
  expect(Buffer.from(ballotBytes(5_000_000_000, 258, BALLOT)).toString('hex')).toBe(
    [
      Buffer.from('TRIBUNE-BALLOT-1').toString('hex'),
      '000000012a05f200',
      '0102',
      SALT,
      '000000000000000b',
      'fffffffffffffff9',
      '0000010000000001',
      '01',
    ].join(''),
  )
  expect(ballotBytes(1, 1, { ...BALLOT, status: 'set_aside' })).toHaveLength(67)
  expect(ballotBytes(1, 1, { ...BALLOT, status: 'set_aside' }).at(-1)).toBe(2)
})

test('ids have the bytes of 64-bit integers, negative ones included', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (first) => {
      const bytes = Buffer.from(ballotBytes(1, 1, { ...BALLOT, first }))
      expect(bytes.readBigInt64BE(42)).toBe(BigInt(first))
    }),
  )
})

test('the salt is the start of a hash of tag, match, account and the secret of the fan', () => {
  const r = Uint8Array.from({ length: 32 }, (_, index) => index)
  const account = '019123AB-cdef-7000-8000-0123456789ab'
  const bytes = Buffer.concat([
    Buffer.from('TRIBUNE-SALT-1'),
    Buffer.from('0000000000000001', 'hex'),
    Buffer.from(account.replaceAll('-', ''), 'hex'),
    r,
  ])
  expect(saltOf(sha, { match: 1, account, r })).toBe(hash('sha256', bytes).slice(0, 32))
})

it('reads the lines that it writes', () => {
  expect(ballotLine(BALLOT)).toBe(LINE)
  expect(parseBallot(LINE)).toEqual(BALLOT)
  const id = fc.maxSafeInteger()
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 3, maxLength: 3 }), ([first = 1, second = 2, third = 3]) => {
      const ballot = { salt: SALT, first, second, third, status: 'set_aside' } as const
      expect(parseBallot(ballotLine(ballot))).toEqual(ballot)
    }),
  )
})

test.each([
  ['without its line feed', LINE.trimEnd()],
  ['of two ballots', `${LINE}${LINE}`],
  ['with a space', LINE.replace(':11', ': 11')],
  ['with a leading zero', LINE.replace(':11', ':011')],
  ['with a negative zero', LINE.replace(':11', ':-0')],
  ['with a fraction', LINE.replace(':11', ':11.0')],
  ['with an id that numbers cannot hold', LINE.replace(':11', ':9007199254740993')],
  ['with a player twice', LINE.replace(':11', ':-7')],
  ['with a salt in upper case', LINE.replace('aabb', 'AABB')],
  ['with a short salt', LINE.replace('aabb', 'aa')],
  ['with another status', LINE.replace('counted', 'void')],
  ['with another field', LINE.replace('}', ',"fan":1}')],
  ['in another order', LINE.replace('first', 'x').replace('second', 'first').replace('x', 'second')],
  ['of another line end', LINE.replace('\n', '\r\n')],
  ['that is empty', ''],
])('a line %s is not a ballot', (_, line) => {
  expect(parseBallot(line)).toBeNull()
})

it('writes and reads bytes in hex and base64', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
      expect(fromHex(toHex(bytes))).toEqual(bytes)
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
})

test.each(['a', 'YR==', 'YQ', 'YQ= =', ' YQ==', 'Y-_=', 'YWI=YWI='])('%o is not base64', (text) => {
  expect(fromBase64(text)).toBeNull()
})

test('only 64 lower-case hex digits are a hash', () => {
  expect(['0'.repeat(64), 'f'.repeat(63), 'F'.repeat(64), 5].map(isHash)).toEqual([true, false, false, false])
})

it('sorts bytes as their hex', () => {
  const bytes = fc.uint8Array({ minLength: 2, maxLength: 2 })
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const [first, second] = [toHex(one), toHex(other)]
      expect(Math.sign(compareBytes(one, other))).toBe(first < second ? -1 : Number(first > second))
    }),
  )
})
