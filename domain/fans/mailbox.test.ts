import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}[a-z0-9]$/)
const tag = fc.stringMatching(/^[a-z0-9._+-]{0,12}$/)
const domain = fc.oneof(
  fc.constantFrom(
    'gmail.com',
    'googlemail.com',
    'proton.me',
    'pm.me',
    'icloud.com',
    'ya.ru',
    'yahoo.fr',
    'outlook.com',
  ),
  fc.stringMatching(/^[a-z0-9]{1,10}(\.[a-z0-9]{1,10})?\.[a-z]{2,5}$/),
)

describe('the mailbox of an address', () => {
  it.each([
    ['Fan@Stade.invalid', 'fan@stade.invalid'],
    ['fan+tribune@stade.invalid', 'fan@stade.invalid'],
    ['fan+a+b@stade.invalid', 'fan@stade.invalid'],
    ['f.a.n@stade.invalid', 'f.a.n@stade.invalid'],
    ['F.A.N+x@GoogleMail.com', 'fan@gmail.com'],
    ['fan@gmail.com.', 'fan@gmail.com'],
    ['the.fan@pm.me', 'thefan@proton.me'],
    ['the_fan@protonmail.com', 'thefan@proton.me'],
    ['fan@mac.com', 'fan@icloud.com'],
    ['the.fan@ya.ru', 'the-fan@yandex.ru'],
    ['the-fan@yandex.com', 'the-fan@yandex.ru'],
    ['thefan@ya.ru', 'thefan@yandex.ru'],
    ['fan-shopping@yahoo.fr', 'fan-@yahoo.fr'],
    ['fan-a-b@yahoo.fr', 'fan-@yahoo.fr'],
    ['fan@yahoo.fr', 'fan@yahoo.fr'],
    ['the.fan@yahoo.fr', 'the.fan@yahoo.fr'],
    ['The.Fan+x@Outlook.com', 'the.fan@outlook.com'],
    ['fan@hotmail.com', 'fan@hotmail.com'],
    ['fan-b@orange.fr', 'fan-b@orange.fr'],
    ['fan@me.com', 'fan@icloud.com'],
    ['the.fan@icloud.com', 'the.fan@icloud.com'],
    ['anything@fan.fastmail.com', 'fan@fastmail.com'],
    ['the.fan@fastmail.com', 'the.fan@fastmail.com'],
    ['fan+x@fastmail.com', 'fan@fastmail.com'],
    ['+fan@stade.invalid', '+fan@stade.invalid'],
    ['...@gmail.com', '...@gmail.com'],
    ['hotmail@live.fr', 'hotmail@live.fr'],
  ])('of %s is %s', (address, key) => {
    expect(mailboxOf(address)).toBe(key)
  })

  it.each(['', 'fan', '@stade.invalid', 'fan@', 'fan@.'])('is none for %j', (text) => {
    expect(mailboxOf(text)).toBeNull()
  })

  it('ignores case and plus-tags, and folds a key to itself', () => {
    fc.assert(
      fc.property(name, tag, domain, (local, label, host) => {
        const key = mailboxOf(`${local}@${host}`)
        expect(mailboxOf(`${local}@${host}`.toUpperCase())).toBe(key)
        expect(mailboxOf(`${local}+${label}@${host}`)).toBe(key)
        expect(mailboxOf(key ?? '')).toBe(key)
      }),
    )
  })

  it('distinguishes all names at a provider without a rule', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(mailboxOf(`${one}@stade.invalid`) === mailboxOf(`${other}@stade.invalid`)).toBe(one === other)
      }),
    )
  })
})
