import { describe, expect, it } from 'vitest'
import { isRelayed, listedNames, MIN_LISTED, readDomainList } from './disposable.ts'

describe('an address of an unlimited relay', () => {
  it.each([
    'a@duck.com',
    'a@MOZMAIL.com',
    'shop@fan.mozmail.com',
    'a.b@slmail.me',
    'a@aleeas.com',
    'shop@fan.anonaddy.com',
    'a@addy.io',
    'a@passmail.net',
  ])('is %s', (address) => expect(isRelayed(address)).toBe(true))
  it.each(['a@gmail.com', 'a@privaterelay.appleid.com', 'a@notduck.com', 'a@duck.com.stade.invalid', 'nothing'])(
    'is not %s',
    (address) => expect(isRelayed(address)).toBe(false),
  )
})

describe('the names to look up in a list', () => {
  it.each([
    ['a@Box.example', ['box.example']],
    ['a@deep.below.box.example.', ['deep.below.box.example', 'below.box.example', 'box.example']],
    // Registries sell names under these: a listed name is one customer's.
    ['a@club.my.id', ['club.my.id']],
    ['a@club.co.uk', ['club.co.uk']],
    // Never refused, even if a list names them.
    ['a@gmail.com', []],
    ['a@privaterelay.appleid.com', []],
    ['nothing', []],
    ['@', []],
  ])('for %s are %j', (address, names) => expect(listedNames(address)).toEqual(names))
})

describe('a list of domains', () => {
  const names = Array.from({ length: MIN_LISTED }, (_, n) => `box-${n}.example`)

  it('has one name per line; comments, empty lines, case and repetitions do not matter', () => {
    const text = `# a list\r\n\r\n${names.join('\r\n').toUpperCase()}\n // more\n${names[0]}\n`
    expect(readDomainList(text, 0)).toEqual(names)
  })

  it.each([
    ['is short', names.slice(1).join('\n'), 0],
    ['is a page', `<!doctype html>\n${names.map((name) => `<li>${name}</li>`).join('\n')}`, 0],
    ['is JSON', JSON.stringify(names, null, 1), 0],
    ['is less than half of the previous one', names.join('\n'), 2 * MIN_LISTED + 1],
    ['is empty', '', 0],
  ])('that %s is refused', (_what, text, previousSize) => expect(readDomainList(text, previousSize)).toBeNull())
})
