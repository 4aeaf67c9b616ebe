import { describe, expect, it } from 'vitest'
import { crowdOf } from './mail-crowd.ts'

describe('a mailbox’s crowd', () => {
  it.each([
    ['gmail.com', 'gmail.com', null],
    ['hotmail.co.uk', 'hotmail.co.uk', null],
    ['own.example', 'other', 'own.example'],
    ['a.b.own.example', 'other', 'own.example'],
    ['a.own.co.uk', 'other', 'own.co.uk'],
    ['a.own.asso.fr', 'other', 'own.asso.fr'],
    ['outlook.fr', 'outlook.fr', null],
    ['gmx.xyz', 'other', 'gmx.xyz'],
    ['live.icu', 'other', 'live.icu'],
    ['a.net.icu', 'other', 'net.icu'],
    ['b.nom.ovh', 'other', 'nom.ovh'],
    ['mail.gmail.com', 'other', 'gmail.com'],
    ['co.uk', 'other', 'co.uk'],
  ])('of %s is %s', (mailDomain, crowd, domain) => {
    expect(crowdOf(mailDomain)).toEqual({ crowd, domain })
  })
})
