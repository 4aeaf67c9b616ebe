import { expect, test } from 'vitest'
import { APP } from './app.ts'
import { releaseFaults } from './release.ts'

const READY = { ...APP, host: 'tribune.fr', appleTeam: 'A1B2C3D4E5' }

test('a configuration with a host and a team may be released', () => {
  expect(releaseFaults(READY, undefined)).toEqual([])
  expect(releaseFaults(READY, 'https://tribune.fr')).toEqual([])
})

test.each([
  ['the reserved host', { ...READY, host: 'tribune.invalid' }, undefined, 'host in native/app.ts is a placeholder'],
  ['a host of examples', { ...READY, host: 'tribune.example' }, undefined, 'host in native/app.ts is a placeholder'],
  ['this machine', { ...READY, host: 'localhost' }, undefined, 'host in native/app.ts is a placeholder'],
  ['no host', { ...READY, host: '' }, undefined, 'host in native/app.ts is a placeholder'],
  ['no team', { ...READY, appleTeam: '' }, undefined, 'appleTeam in native/app.ts is not set'],
  ['a team that is none', { ...READY, appleTeam: 'tribune' }, undefined, 'appleTeam in native/app.ts is tribune'],
  ['another server', READY, 'https://trial.tribune.fr', 'TRIBUNE_SERVER is https://trial.tribune.fr'],
])('a release with %s is refused in one sentence', (_what, app, server, sentence) => {
  expect(releaseFaults(app, server)).toEqual([expect.stringContaining(sentence)])
})

test('the present configuration names the host and the team, which are not set', () => {
  expect(releaseFaults(APP, undefined)).toHaveLength(2)
})
