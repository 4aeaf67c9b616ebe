import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { APP, type NativeApp, releaseFaults } from './app.ts'
import config from './capacitor.config.ts'
import { strayPackages, strayWrapper, unfitFiles, unsafeSettings } from './check.ts'
import { ASSETS, outdatedPictures, readMark } from './pictures.ts'
import { settingFaults, settingsOf, withSettings } from './settings.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

describe('the settings of the native projects', () => {
  test('agree with the configuration', () => {
    expect([...settingFaults(APP, read), ...unsafeSettings(config)]).toEqual([])
  })

  test.each(settingsOf(APP).filter(([, , wanted]) => wanted.some(Boolean)))(
    '%s: another value of %s is a fault',
    (path, pattern, [value = '']) => {
      const changed = read(path).replace(pattern, (line: string) => line.replace(value, 'other'))
      expect(settingFaults(APP, (file) => (file === path ? changed : read(file))).join('\n')).toContain(path)
    },
  )

  test.each([
    ['android/app/build.gradle', 'release {', 'release {\n            debuggable = true'],
    ['android/build.gradle', 'mavenCentral()', "maven { url 'http://repo.test' }"],
    ['ios/App/App/Info.plist', '<dict>', '<dict><key>NSAppTransportSecurity</key><dict/>'],
    ['android/app/build.gradle', 'release {', 'release {\n            isDebuggable = true'],
    ['android/app/src/main/res/xml/data_extraction_rules.xml', '<exclude domain="root" path="." />', ''],
    ['ios/App/App.xcodeproj/project.pbxproj', 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;', ''],
    ['android/app/src/main/AndroidManifest.xml', 'com.google.firebase.MESSAGING_EVENT', 'other'],
  ])('%s: an extra or missing setting is a fault', (path, was, is) => {
    const changed = read(path).replace(was, is)
    expect(settingFaults(APP, (file) => (file === path ? changed : read(file)))).toHaveLength(1)
  })

  const others: readonly Partial<NativeApp>[] = [
    { name: 'Tribunes' },
    { version: '9.0.0' },
    { build: 2 },
    { host: 'tribune.example' },
    { appleTeam: 'A1B2C3D4E5' },
    { scheme: 'other' },
    { region: 'en' },
    { linkPaths: APP.linkPaths.map((path) => path.replace('/', '/fr/')) },
    { colours: { ...APP.colours, ground: '#ffffff' } },
    { minAndroidSdk: 26 },
    { androidSdk: 37 },
    { minIos: '17.0' },
  ]
  test.each(others)('%o is a fault until it is written into the projects', (other) => {
    const app = { ...APP, ...other }
    expect(settingFaults(app, read)).not.toEqual([])
    const written = (path: string) => withSettings(app, path, read(path))
    expect(settingFaults(app, written)).toEqual([])
    for (const [path] of settingsOf(APP)) expect(withSettings(APP, path, written(path))).toBe(read(path))
  })

  test('are left unchanged when they are written again', () => {
    for (const [path] of settingsOf(APP)) expect(withSettings(APP, path, read(path))).toBe(read(path))
  })
})

test('another archive that starts Gradle is refused', () => {
  expect(strayWrapper(Buffer.from('other'))).toHaveLength(1)
})

test('compressed copies and a service worker are refused among the bundled files', () => {
  const paths = ['dist/index.html', 'dist/assets/a.js', 'dist/assets/a.js.gz', 'dist/a.css.br', 'dist/sw.js']
  expect(unfitFiles(paths)).toHaveLength(3)
})

test.each([
  ['pages from a server', { ...config, server: { url: 'http://10.0.2.2:3000' } }],
  ['mixed content', { ...config, android: { ...config.android, allowMixedContent: true } }],
  ['a debugger on Android', { ...config, android: { ...config.android, webContentsDebuggingEnabled: true } }],
  ['a debugger on iOS', { ...config, ios: { ...config.ios, webContentsDebuggingEnabled: true } }],
  ['an older web view', { ...config, android: { ...config.android, minWebViewVersion: 60 } }],
  ['buffered requests', { ...config, plugins: { ...config.plugins, CapacitorHttp: { enabled: true } } }],
  ['another id', { ...config, appId: 'app.tribune.other' }],
])('Capacitor’s settings are refused with %s', (_fault, settings) => {
  expect(unsafeSettings(settings)).toHaveLength(1)
})

test('plugins are the same in both projects, in native/package.json and in the web app', () => {
  const other = (path: string) => read(path).replaceAll('@capacitor/haptics', '@capacitor/network')
  const onlyIn = (changed: string) => (path: string) => (path === changed ? other(path) : read(path))
  const web = JSON.parse(read('../web/package.json')).dependencies
  expect(strayPackages(web, read)).toEqual([])
  expect(strayPackages(web, onlyIn('android/capacitor.settings.gradle'))).toHaveLength(1)
  expect(strayPackages(web, onlyIn('ios/App/CapApp-SPM/Package.swift'))).toHaveLength(1)
  expect(strayPackages({ ...web, '@capacitor/app': '0.0.0' }, read)).toHaveLength(1)
})

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
  ['an invalid team', { ...READY, appleTeam: 'tribune' }, undefined, 'appleTeam in native/app.ts is tribune'],
  ['another server', READY, 'https://trial.tribune.fr', 'TRIBUNE_SERVER is https://trial.tribune.fr'],
])('a release with %s is refused in one sentence', (_what, app, server, sentence) => {
  expect(releaseFaults(app, server)).toEqual([expect.stringContaining(sentence)])
})

test('the present configuration names the host and the team, which are not set', () => {
  expect(releaseFaults(APP, undefined)).toHaveLength(2)
})

const ICON = `${ASSETS}/AppIcon.appiconset/AppIcon-512@2x.png`
const ICON_FAULT = `${ICON} is not as npm run native draws it`
const LAUNCHERS = 10
const SPLASHES = 3

const stored = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)))
const mark = readMark()

describe('the check of the pictures', () => {
  test('finds no fault in the stored pictures', async () => {
    expect(await outdatedPictures(APP, stored)).toEqual([])
  })

  test('finds all icons once the configuration has another colour, and no splash, which has no ground', async () => {
    const colours = { ...APP.colours, ground: '#102030' }
    const faults = await outdatedPictures({ ...APP, colours }, stored)
    expect(faults).toHaveLength(LAUNCHERS + 1)
    expect(faults.join()).not.toContain('splash')
  })

  test('finds every picture once the mark is drawn otherwise', async () => {
    const [first, ...others] = mark.steps
    const steps = [{ fill: '#112233', path: first?.path ?? '' }, ...others]
    expect(await outdatedPictures(APP, stored, { steps })).toHaveLength(LAUNCHERS + 1 + SPLASHES)
  })

  test.each([
    ['is not a picture', async () => Buffer.from('not a picture')],
    ['has another size', () => sharp(stored(ICON)).resize(512).png().toBuffer()],
    ['has an alpha channel, which the App Store refuses', () => sharp(stored(ICON)).ensureAlpha().png().toBuffer()],
  ])('finds an icon that %s', async (_what, make) => {
    const icon = await make()
    const read = (path: string) => (path === ICON ? icon : stored(path))
    expect(await outdatedPictures(APP, read)).toEqual([ICON_FAULT])
  })

  test('finds an icon that is missing', async () => {
    const read = (path: string) => {
      if (path === ICON) throw new Error('no such file')
      return stored(path)
    }
    expect(await outdatedPictures(APP, read)).toEqual([ICON_FAULT])
  })
})
