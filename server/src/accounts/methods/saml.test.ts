import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type AccountsServer, joinAs, signIn, signUp, startAccountsServer, Visitor } from '../../testing/accounts.ts'
import { ADMIN_EMAIL, ORIGIN, PASSWORD } from '../../testing/constants.ts'
import { databaseForFile } from '../../testing/for-file.ts'
import { type SamlProvider, startSamlProvider } from '../../testing/saml-provider.ts'
import { isReadable, readOrganisation } from './saml.ts'

const ASSERTIONS = '/api/auth/sso/saml2/sp/acs/saml'
const OPERATOR = 'direction@club.invalid'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const database = databaseForFile()
let provider: SamlProvider
let server: AccountsServer

beforeAll(async () => {
  provider = await startSamlProvider(['club.invalid', 'filiale.invalid'])
  server = await startAccountsServer(database.url, {
    origin: ORIGIN,
    organisation: provider.organisation,
    env: { ADMIN_EMAIL: OPERATOR },
  })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const me = async (visitor: Visitor) => (await visitor.get('/api/me')).json().fan

/** Sets out; gives the provider's address with the question. */
async function begin(visitor: Visitor, sent: object = {}): Promise<string> {
  const way = { providerId: 'saml', callbackURL: '/match/7', errorCallbackURL: '/profile', ...sent }
  const answer = await visitor.post('/api/auth/sign-in/sso', way)
  expect(answer.statusCode).toBe(200)
  return answer.json().url
}

/** Posts an answer as a browser does: from the provider without our cookies, then once more from our own page. */
async function post(visitor: Visitor, form: URLSearchParams): Promise<string> {
  const fromElsewhere = await new Visitor(server).post(ASSERTIONS, form.toString(), {
    ...FORM,
    origin: 'http://idp.invalid',
  })
  expect(fromElsewhere.statusCode).toBe(200)
  const fields = [...fromElsewhere.body.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const again = new URLSearchParams(fields.map(([, name = '', value = '']): [string, string] => [name, value]))
  const answer = await visitor.post(ASSERTIONS, again.toString(), FORM)
  expect(answer.statusCode).toBe(302)
  return String(answer.headers.location)
}

async function through(visitor: Visitor, email: string, twist = {}): Promise<string> {
  return post(visitor, await provider.answer(await begin(visitor), email, twist))
}

const errorIn = (address: string) => new URL(address, ORIGIN).searchParams.get('error')

test('an answer may be as large as signed ones are, and no larger', async () => {
  const size = async (bytes: number, path = ASSERTIONS) => {
    const form = new URLSearchParams({ RelayState: 'a', SAMLResponse: 'A'.repeat(bytes) })
    return (await new Visitor(server).post(path, form.toString(), FORM)).statusCode
  }
  expect(await size(200_000)).toBe(200)
  expect(await size(270_000)).toBe(413)
  expect(await size(200_000, '/api/auth/callback/apple')).toBe(413)
})

describe('a member of the organisation', () => {
  it('is never the operator, even with the operator’s address', async () => {
    await joinAs(server, OPERATOR)
    const visitor = new Visitor(server)
    expect(errorIn(await through(visitor, OPERATOR))).toBe('operator_by_organisation')
    expect(await me(visitor)).toBeNull()
  })

  it('is offered the method, and gets an account that needs no confirmation, the same one each time', async () => {
    const visitor = new Visitor(server)
    expect((await visitor.get('/api/me')).json().identity_providers).toEqual(['saml'])
    expect(await through(visitor, 'capitaine@club.invalid')).toBe('/match/7')
    const fan = await me(visitor)
    expect(fan).toMatchObject({ email: 'capitaine@club.invalid', email_verified: true })
    const again = new Visitor(server)
    await through(again, 'capitaine@club.invalid')
    expect((await me(again)).id).toBe(fan.id)
    expect(server.outbox.list().filter(({ to }) => to.includes('capitaine@club.invalid'))).toEqual([])
  })

  it('signs in to their account of the same address, and keeps its password', async () => {
    const owner = await joinAs(server, 'gardienne@club.invalid')
    const elsewhere = new Visitor(server)
    await through(elsewhere, 'gardienne@club.invalid')
    expect((await me(elsewhere)).id).toBe((await me(owner)).id)
    expect((await signIn(new Visitor(server), 'gardienne@club.invalid')).statusCode).toBe(200)
    const ways = (await elsewhere.get('/api/me/identities')).json().items
    expect(ways.map(({ provider: way }: { provider: string }) => way)).toEqual(['password', 'saml'])
  })

  it('takes over an unconfirmed account, and its creator can no longer sign in', async () => {
    await signUp(new Visitor(server), 'visee@club.invalid')
    const owner = new Visitor(server)
    await through(owner, 'visee@club.invalid')
    expect(await me(owner)).toMatchObject({ email: 'visee@club.invalid', email_verified: true })
    expect((await signIn(new Visitor(server), 'visee@club.invalid')).statusCode).toBe(401)
  })
})

it('asks a fan with a second factor for it here, too', async () => {
  const email = 'prudente@club.invalid'
  const owner = await joinAs(server, email)
  const { totpURI } = (await owner.post('/api/auth/two-factor/enable', { password: PASSWORD })).json()
  const code = URI.parse(totpURI).generate()
  expect((await owner.post('/api/auth/two-factor/verify-totp', { code })).statusCode).toBe(200)
  const elsewhere = new Visitor(server)
  expect(await through(elsewhere, email)).toBe('/profile?factor=app&back=%2Fmatch%2F7')
  expect(await me(elsewhere)).toBeNull()
})

const SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
const method = (algorithm: string) => `<ds:SignatureMethod Algorithm="${algorithm}"/>`
const inside = (request: string) => `<saml:SubjectConfirmationData InResponseTo="${request}"/>`
const answer = (content: string, outside = 'InResponseTo="_q"') =>
  `<?xml version="1.0"?><p:Response ID="_r" ${outside}>${content}</p:Response>`
const good = method(SHA256) + inside('_q')

it.each([
  ['it names one request, inside as outside', answer(good), true],
  ['its attributes stand in single quotes', answer(good.replaceAll('"', "'")), true],
  ['it names no request inside', answer(method(SHA256)), false],
  ['it names another inside', answer(inside('_other')), false],
  ['it names two, one of them with a prefix', answer(inside('_q'), 'InResponseTo="_q" x:InResponseTo="_other"'), false],
  ['it names its request in a comment', answer(`<!-- ${inside('_q')} -->`), false],
  ['it names its request in character data', answer(`<a><![CDATA[${inside('_q')}]]></a>`), false],
  ['the id of its request contains a reference', answer(inside('_q&#x31;'), 'InResponseTo="_q&#x31;"'), false],
  ['a signature is outdated', answer(method(SHA1) + good), false],
  ['a digest is outdated', answer(`${good}<a x:Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>`), false],
  ['the name of an algorithm contains a reference', answer(method(SHA1.replace('1', '&#x31;')) + good), false],
  ['a comment mentions an outdated signature', answer(`<!-- ${method(SHA1)} -->${good}`), true],
  ['it has a document type', `<!DOCTYPE a>${answer(good)}`, false],
  ['it has a document type in lower case', `<!doctype a>${answer(good)}`, false],
  ['it is not closed', answer(good).replace('</p:Response>', ''), false],
  ['it is nested too deep', answer(`${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}${good}`), false],
  ['it is no XML', 'bonjour', false],
  ['it is empty', '', false],
])('an answer is read or refused where %s', (_case, xml, expected) => {
  expect(isReadable(xml)).toBe(expected)
})

describe('a SAML response is refused', () => {
  it.each([
    ['signed by a stranger', { signedBy: 'stranger' }],
    ['without a signature', { signedBy: 'nobody' }],
    ['made for another audience', { audience: 'https://autre.invalid' }],
    ['made for another recipient', { recipient: 'https://autre.invalid/acs' }],
    ['by another issuer', { issuer: 'https://autre.invalid' }],
    ['that has expired', { lifetimeInSeconds: -600 }],
    ['that answers none of our requests', { inResponseTo: '_never-asked' }],
    ['signed with an outdated digest', { digestAlgorithm: 'sha1' }],
    ['signed with an outdated signature', { signatureAlgorithm: 'rsa-sha1' }],
    ['changed after it was signed', { rewrite: (xml: string) => xml.replaceAll('verso@club', 'autre@club') }],
    [
      'with a second assertion before the signed one',
      {
        rewrite: (xml: string) => {
          const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
          const forged = assertion.replaceAll('verso@club', 'autre@club').replace(/ID="[^"]*"/, 'ID="_forged"')
          return xml.replace(assertion, forged + assertion)
        },
      },
    ],
    [
      'with a comment in the address',
      { rewrite: (xml: string) => xml.replaceAll('verso@club.invalid', 'verso@club.invalid<!---->.evil.invalid') },
    ],
    [
      'with the name of an outdated signature escaped',
      {
        signatureAlgorithm: 'rsa-sha1',
        rewrite: (xml: string) => xml.replaceAll('rsa-sha1', 'rsa-sha&#x31;'),
      },
    ],
    [
      'whose assertion names no request',
      { rewrite: (xml: string) => xml.replace(/(SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1') },
    ],
    ['that is no XML', { rewrite: () => 'bonjour' }],
    ['with a document type', { rewrite: (xml: string) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}` }],
  ] as const)('%s', async (_what, twist) => {
    const visitor = new Visitor(server)
    const to = await through(visitor, 'verso@club.invalid', twist)
    expect([to.startsWith('/profile') || to.startsWith(`${ORIGIN}/profile`), errorIn(to) !== null]).toEqual([
      true,
      true,
    ])
    expect(await me(visitor)).toBeNull()
    const { rows } = await server.tribune.app.pool.query(`SELECT 1 FROM auth."user" WHERE email ~ '^(verso|autre)@'`)
    expect(rows).toEqual([])
  })

  it('in a browser that did not request it: a stranger’s response signs no fan in as the stranger', async () => {
    const stranger = new Visitor(server)
    const form = await provider.answer(await begin(stranger), 'pirate@club.invalid')
    const victim = new Visitor(server)
    expect(errorIn(await post(victim, form))).toBe('state_mismatch')
    expect(await me(victim)).toBeNull()
    await begin(victim)
    expect(errorIn(await post(victim, form))).toBe('state_mismatch')
    expect(await me(victim)).toBeNull()
  })

  it('the second time', async () => {
    const visitor = new Visitor(server)
    const form = await provider.answer(await begin(visitor), 'double@club.invalid')
    const cookies = new Map(visitor.cookies)
    await post(visitor, form)
    expect(await me(visitor)).not.toBeNull()
    const again = new Visitor(server)
    for (const [name, value] of cookies) again.cookies.set(name, value)
    expect(errorIn(await post(again, form))).not.toBeNull()
    expect(await me(again)).toBeNull()
  })

  it('with an assertion that was seen before, in a response to a later request', async () => {
    const seen = await provider.answer(await begin(new Visitor(server)), 'vue@club.invalid')
    const thief = new Visitor(server)
    const own = await provider.answer(await begin(thief), 'vue@club.invalid')
    const xmlOf = (form: URLSearchParams) => Buffer.from(form.get('SAMLResponse') ?? '', 'base64').toString()
    const [, question = ''] = /InResponseTo="([^"]+)"/.exec(xmlOf(own)) ?? []
    const [, asked = ''] = /InResponseTo="([^"]+)"/.exec(xmlOf(seen)) ?? []
    const outside = xmlOf(seen).replace(`InResponseTo="${asked}"`, `InResponseTo="${question}"`)
    own.set('SAMLResponse', Buffer.from(outside).toString('base64'))
    expect(errorIn(await post(thief, own))).not.toBeNull()
    expect(await me(thief)).toBeNull()
  })

  it.each([ADMIN_EMAIL, 'pirate@club.invalid.evil.invalid', 'pirate@evil.invalid', 'club.invalid'])(
    'for %s, which is not in the organisation’s domains',
    async (email) => {
      const visitor = new Visitor(server)
      expect(errorIn(await through(visitor, email))).toBe('email_outside_organisation')
      expect(await me(visitor)).toBeNull()
    },
  )

  it('with an address outside these domains, even for a known fan', async () => {
    const visitor = new Visitor(server)
    await through(visitor, 'mutee@club.invalid')
    const rewritten = new Visitor(server)
    expect(errorIn(await through(rewritten, 'mutee@evil.invalid'))).toBe('email_outside_organisation')
  })
})

describe('a SAML sign-in request', () => {
  it.each([
    [{ providerId: 'google' }],
    [{ providerId: 'saml', callbackURL: '/', scopes: ['admin'] }],
    [{ providerId: 'saml', callbackURL: '/', additionalParams: { a: 'b' } }],
    [{ email: 'a@club.invalid', callbackURL: '/' }],
    [{}],
  ])('accepts nothing but its own fields: %j', async (sent) => {
    const answer = await new Visitor(server).post('/api/auth/sign-in/sso', sent)
    expect(answer.statusCode).toBe(400)
  })

  it.each(['https://evil.invalid/', '//evil.invalid', '/..//evil.invalid'])(
    'leads back to no other site: %s',
    async (to) => {
      const answer = await new Visitor(server).post('/api/auth/sign-in/sso', { providerId: 'saml', callbackURL: to })
      expect(answer.statusCode).toBe(403)
    },
  )
})

describe('the address of SAML responses', () => {
  it.each(['', 'SAMLResponse=', 'SAMLResponse=%00', 'x=1', `SAMLResponse=${'a'.repeat(310_000)}`])(
    'refuses a body that is not a response: %.30s',
    async (body) => {
      const answer = await new Visitor(server).post(ASSERTIONS, `${body}&again=1`, FORM)
      expect(answer.statusCode).toBeGreaterThanOrEqual(300)
      expect(answer.statusCode).toBeLessThan(500)
    },
  )

  it('shows what it received as text alone', async () => {
    const form = new URLSearchParams({ SAMLResponse: '"><script>alert(1)</script>', RelayState: "'><b>" })
    const answer = await new Visitor(server).post(ASSERTIONS, form.toString(), FORM)
    expect(answer.statusCode).toBe(302)
    expect(answer.body).not.toContain('<script>alert')
    expect(answer.body).not.toContain('<b>')
    const harmless = new URLSearchParams({ SAMLResponse: 'PHhtbD4=', RelayState: 'abc' })
    const page = await new Visitor(server).post(ASSERTIONS, harmless.toString(), FORM)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('opens nothing by GET', async () => {
    const answer = await new Visitor(server).get(`${ASSERTIONS}?RelayState=https://evil.invalid/`)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/profile?error=state_mismatch'])
  })

  it.each([
    '/sso/register',
    '/sso/providers',
    '/sso/saml2/sp/acs/other',
    '/sso/saml2/sp/slo/saml',
    '/sso/callback/saml',
    '/sso/callback',
  ])('is the only one of its kind: %s is not found', async (path) => {
    expect((await new Visitor(server).post(`/api/auth${path}`, {})).statusCode).toBe(404)
    expect((await new Visitor(server).get(`/api/auth${path}`)).statusCode).toBe(404)
  })
})

describe('the metadata of the organisation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tribune-saml-'))
  let provider: SamlProvider

  beforeAll(async () => {
    provider = await startSamlProvider(['club.invalid'])
  })
  afterAll(async () => {
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const read = async (address: string) => {
    const lines: string[] = []
    const saml = { address, domains: ['club.invalid'], emailAttribute: 'email' }
    return { found: await readOrganisation(saml, (line) => lines.push(line)), lines }
  }

  it('no metadata is read where no organisation is configured', async () => {
    expect(await readOrganisation(null, () => {})).toBeNull()
  })

  it('the metadata of an organisation is read from its address, and from a file', async () => {
    const { metadata } = provider.organisation
    const file = join(folder, 'description.xml')
    writeFileSync(file, metadata)
    for (const address of [provider.metadataUrl, file]) {
      expect(await read(address)).toEqual({
        found: { metadata, domains: ['club.invalid'], emailAttribute: 'email' },
        lines: [],
      })
    }
  })

  it.each([
    ['', '<html>'],
    ['', '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>'],
    ['', '<EntityDescriptor entityID="a"><!-- <SingleSignOnService /><X509Certificate /> --></EntityDescriptor>'],
    ['', ' '.repeat(600_000)],
    ['/nowhere/at/all.xml', ''],
    ['http://127.0.0.1:9/metadata', ''],
  ])('unusable metadata is reported in one line: %s%.20s', async (address, text) => {
    const file = join(folder, 'other.xml')
    writeFileSync(file, text)
    const { found, lines } = await read(address === '' ? file : address)
    expect([found, lines.length]).toEqual([null, 1])
  })
})
