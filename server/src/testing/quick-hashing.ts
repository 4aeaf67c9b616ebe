import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHashing } from '../context.ts'

/** Cost of a hash: with the accounts library's own, a thousand times as much, tests of accounts would mostly hash. */
const COST = { N: 16, r: 8, p: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32

const keyOf = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt)

/** Hashes passwords as the product does, at a cost that guards nothing. */
export const QUICK_HASHING: PasswordHashing = {
  hash: async (password) => {
    const salt = randomBytes(SALT_BYTES)
    return `${salt.toString('hex')}:${(await keyOf(password, salt, KEY_BYTES, COST)).toString('hex')}`
  },
  verify: async ({ hash, password }) => {
    const [salt = '', key = ''] = hash.split(':').map((part) => Buffer.from(part, 'hex'))
    const given = await keyOf(password, Buffer.from(salt), KEY_BYTES, COST)
    return given.length === key.length && timingSafeEqual(given, Buffer.from(key))
  },
}
