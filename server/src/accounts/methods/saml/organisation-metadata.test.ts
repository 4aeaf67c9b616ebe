import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SamlProvider, startSamlProvider } from '../../../testing/saml-provider.ts'
import { readOrganisation } from './organisation.ts'

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
  const said: string[] = []
  const saml = { address, domains: ['club.invalid'], emailAttribute: 'email' }
  return { found: await readOrganisation(saml, (line) => said.push(line)), said }
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
      said: [],
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
  const { found, said } = await read(address === '' ? file : address)
  expect([found, said.length]).toEqual([null, 1])
})
