import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SamlProvider, startSamlProvider } from '../testing/saml-provider.ts'
import { readOrganisation } from './organisation-metadata.ts'

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

it('nobody is asked where no organisation is named', async () => {
  expect(await readOrganisation(null, () => {})).toBeNull()
})

it('its description is read from its address, and from a file', async () => {
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
  ['', ' '.repeat(600_000)],
  ['/nowhere/at/all.xml', ''],
  ['http://127.0.0.1:9/metadata', ''],
])('what says nothing is said to be no description: %s%.20s', async (address, text) => {
  const file = join(folder, 'other.xml')
  writeFileSync(file, text)
  const { found, said } = await read(address === '' ? file : address)
  expect([found, said.length]).toEqual([null, 1])
})
