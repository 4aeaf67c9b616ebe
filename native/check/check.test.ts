import { describe, expect, test } from 'vitest'
import { APP } from '../app.ts'
import config from '../capacitor.config.ts'
import { GRADLE_WRAPPER, MAIN_STORYBOARD, SCENE_DELEGATE } from '../projects/template-files.ts'
import { outdatedFiles, readProjects, strayPackages, unfitFiles, unsafeSettings } from './check.ts'
import { parsePlist, parseXml } from './markup.ts'
import { faultsOf, RULES } from './rules.ts'

const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const GRADLE = 'android/app/build.gradle'
const ACTIVITY = 'android/app/src/main/java/app/tribune/fan/MainActivity.java'
const MESSAGES = 'android/app/src/main/java/app/tribune/fan/MessageService.java'
const RES = 'android/app/src/main/res'
const INFO = 'ios/App/App/Info.plist'
const ENTITLEMENTS = 'ios/App/App/App.entitlements'
const PRIVACY = 'ios/App/App/PrivacyInfo.xcprivacy'
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj'
const DELEGATE = 'ios/App/App/AppDelegate.swift'
const PACKAGES = 'ios/App/CapApp-SPM/Package.swift'

/** One change for each rule: the rule, the file, and what is there instead of what. Without a change, the file is missing. */
const BREAKS: readonly [rule: string, path: string, was?: string, is?: string][] = [
  ['android id', GRADLE, 'applicationId "app.tribune.fan"', 'applicationId "app.tribune.other"'],
  ['android activity', ACTIVITY],
  ['android edge to edge', ACTIVITY, 'EdgeToEdge.enable(this);', ''],
  ['android starts ask once', ACTIVITY, 'savedInstanceState != null || ', ''],
  ['android version', GRADLE, 'versionCode 1', 'versionCode 2'],
  ['android minimum', 'android/variables.gradle', 'minSdkVersion = 24', 'minSdkVersion = 26'],
  ['android sdk', 'android/variables.gradle', 'targetSdkVersion = 36', 'targetSdkVersion = 35'],
  ['android sdk of the build', GRADLE, 'targetSdkVersion rootProject.ext.targetSdkVersion', 'targetSdkVersion 35'],
  ['android gradle wrapper', GRADLE_WRAPPER[0], 'https\\://services.gradle.org', 'https\\://gradle.test'],
  ['android name', `${RES}/values/strings.xml`, '>Tribune<', '>Tribunes<'],
  ['android scheme', `${RES}/values/strings.xml`, '>tribune<', '>app.tribune.fan<'],
  ['android verified links', MANIFEST, 'android:autoVerify="true"', ''],
  ['android no clear text', MANIFEST, 'usesCleartextTraffic="false"', 'usesCleartextTraffic="true"'],
  ['android no backup', MANIFEST, 'allowBackup="false"', 'allowBackup="true"'],
  ['android nothing moves to another phone', `${RES}/xml/data_extraction_rules.xml`, 'domain="root"', 'domain="file"'],
  [
    'android permissions',
    MANIFEST,
    '</manifest>',
    '<uses-permission android:name="android.permission.CAMERA" /></manifest>',
  ],
  [
    'android icon',
    `${RES}/mipmap-anydpi-v26/ic_launcher.xml`,
    '<monochrome android:drawable="@drawable/ic_launcher_monochrome" />',
    '',
  ],
  ['android notification icon', MANIFEST, '@drawable/ic_notification', '@drawable/ic_launcher_foreground'],
  ['android notification channel', MANIFEST, 'android:value="matchs"', 'android:value="autres"'],
  ['android no token without consent', MANIFEST, 'firebase_messaging_auto_init_enabled', 'other'],
  ['android message service', MANIFEST, 'tools:node="remove"', ''],
  ['android message code', MESSAGES, 'startOf(message, "off")', 'startOf(message, "tap")'],
  ['android repeated message is silent', MESSAGES, '.setOnlyAlertOnce(true)', ''],
  ['android notification action', `${RES}/values/strings.xml`, '>Ne plus me prévenir<', '>Arrêter<'],
  ['android library of messages', GRADLE, 'firebase-messaging', 'firebase-analytics'],
  ['android release is not debuggable', GRADLE, 'release {', 'release {\n            debuggable = true'],
  ['android builds from no clear text', 'android/build.gradle', 'mavenCentral()', "maven { url 'http://repo.test' }"],
  ['android resources', `${RES}/drawable/ic_notification.xml`],
  ['android splash', `${RES}/values/colors.xml`, 'name="splash_ground">#0b1020', 'name="splash_ground">#ffffff'],
  ['android plugins', 'android/capacitor.settings.gradle', "@capacitor/haptics/android'", "@capacitor/share/android'"],
  ['ios id', PROJECT, 'PRODUCT_BUNDLE_IDENTIFIER = app.tribune.fan;', 'PRODUCT_BUNDLE_IDENTIFIER = app.tribune.other;'],
  ['ios team', PROJECT, 'CODE_SIGN_STYLE = Automatic;', 'DEVELOPMENT_TEAM = A1B2C3D4E5;'],
  ['ios version', PROJECT, 'MARKETING_VERSION = 0.1.0;', 'MARKETING_VERSION = 9.0;'],
  ['ios minimum', PROJECT, 'IPHONEOS_DEPLOYMENT_TARGET = 16.4;', 'IPHONEOS_DEPLOYMENT_TARGET = 15.0;'],
  ['ios minimum of plugins', PACKAGES, '.iOS(.v16)', '.iOS(.v15)'],
  ['ios name', INFO, '<string>Tribune</string>', '<string>Tribunes</string>'],
  ['ios region', INFO, '<string>fr</string>', '<string>en</string>'],
  ['ios scheme', INFO, '<string>tribune</string>', '<string>other</string>'],
  ['ios verified links', ENTITLEMENTS, 'applinks:', 'webcredentials:'],
  ['ios entitlements in both builds', PROJECT, 'CODE_SIGN_ENTITLEMENTS = App/App.entitlements;', ''],
  ['ios no clear text', INFO, '<dict>', '<dict><key>NSAppTransportSecurity</key><dict/>'],
  ['ios reason for saving a picture', INFO, 'NSPhotoLibraryAddUsageDescription', 'NSPhotoLibraryUsageDescription'],
  ['ios reason for the times of files', PRIVACY, 'C617.1', '3B52.1'],
  ['ios privacy manifest', PROJECT, '/* PrivacyInfo.xcprivacy in Resources */,', '/* nothing */,'],
  ['ios collected data', PRIVACY, 'DataTypePhoneNumber', 'DataTypePhysicalAddress'],
  ['ios collected data is not for tracking', PRIVACY, '<false/>', '<true/>'],
  ['ios push methods', DELEGATE, '.capacitorDidRegister', '.didRegister'],
  ['ios notification actions', DELEGATE, '["opening", ', '['],
  ['ios one controller', INFO, 'UISceneDelegateClassName', 'UISceneStoryboardFile'],
  ['ios scene delegate', SCENE_DELEGATE, 'CAPBridgeViewController()', 'UIViewController()'],
  ['ios storyboard', MAIN_STORYBOARD, 'customClass="CAPBridgeViewController"', ''],
  ['ios bars follow the page', INFO, '<key>UIViewControllerBasedStatusBarAppearance</key>\n\t<true/>', ''],
  ['ios plugins', PACKAGES, 'node_modules/@capacitor/app"', 'node_modules/@capacitor/network"'],
]
const files = readProjects()

function broken(path: string, was?: string, is = ''): Map<string, string> {
  const changed = new Map(files)
  const text = files.get(path)
  if (text === undefined || (was !== undefined && !text.includes(was))) throw new Error(`${path} has no ${was}`)
  if (was === undefined) changed.delete(path)
  else
    changed.set(
      path,
      text.replace(was, () => is),
    )
  return changed
}

describe('the check of the native projects', () => {
  test('passes the projects as they are', () => {
    expect([...faultsOf(files, APP), ...outdatedFiles(files), ...unsafeSettings(config)]).toEqual([])
  })

  test.each(BREAKS)('%s: a change in %s is a fault', (rule, path, was, is) => {
    expect(faultsOf(broken(path, was, is), APP).map((fault) => fault.split(':')[0])).toContain(rule)
  })

  test('every rule is seen to fail', () => {
    expect(BREAKS.map(([rule]) => rule)).toEqual(RULES.map(({ name }) => name))
  })

  test.each(GRADLE_WRAPPER)('a change in %s is a fault', (path) => {
    const text = files.get(path) ?? ''
    expect(faultsOf(new Map(files).set(path, `${text} `), APP)).toEqual([expect.stringContaining(path)])
    expect(text).not.toBe('')
  })

  test.each([
    ['id', { ...APP, id: 'app.tribune.other' }],
    ['name', { ...APP, name: 'Tribunes' }],
    ['version', { ...APP, version: '9.0.0' }],
    ['build', { ...APP, build: 2 }],
    ['host', { ...APP, host: 'tribune.example' }],
    ['appleTeam', { ...APP, appleTeam: 'A1B2C3D4E5' }],
    ['scheme', { ...APP, scheme: 'other' }],
    ['linkPaths', { ...APP, linkPaths: ['/match/*'] }],
    ['region', { ...APP, region: 'en' }],
    ['colours', { ...APP, colours: { ...APP.colours, ground: '#ffffff' } }],
    ['androidPermissions', { ...APP, androidPermissions: [] }],
    ['notifications', { ...APP, notifications: { ...APP.notifications, channel: 'autres' } }],
    ['minAndroidSdk', { ...APP, minAndroidSdk: 26 }],
    ['androidSdk', { ...APP, androidSdk: 37 }],
    ['minIos', { ...APP, minIos: '17.0' }],
  ])('a configuration with another %s is a fault until the projects are made again', (_key, app) => {
    expect(faultsOf(files, app)).not.toEqual([])
  })

  test('finds what was changed by hand in a file that is written whole', () => {
    expect(outdatedFiles(broken(`${RES}/values/styles.xml`, 'DayNight', 'Light'))).toEqual([
      expect.stringContaining('values/styles.xml'),
    ])
  })

  test('refuses compressed copies and a service worker among the bundled files', () => {
    expect(
      unfitFiles(['dist/index.html', 'dist/assets/a.js', 'dist/assets/a.js.gz', 'dist/a.css.br', 'dist/sw.js']),
    ).toHaveLength(3)
  })

  test.each([
    ['pages from a server', { ...config, server: { url: 'http://10.0.2.2:3000' } }],
    ['mixed content', { ...config, android: { ...config.android, allowMixedContent: true } }],
    ['a debugger on Android', { ...config, android: { ...config.android, webContentsDebuggingEnabled: true } }],
    ['a debugger on iOS', { ...config, ios: { ...config.ios, webContentsDebuggingEnabled: true } }],
    ['an older web view', { ...config, android: { ...config.android, minWebViewVersion: 60 } }],
    ['buffered requests', { ...config, plugins: { ...config.plugins, CapacitorHttp: { enabled: true } } }],
    ['another id', { ...config, appId: 'app.tribune.other' }],
  ])('refuses %s', (_fault, settings) => {
    expect(unsafeSettings(settings)).toHaveLength(1)
  })

  test('refuses a plugin that only the web app names', () => {
    expect(strayPackages({ '@capacitor/app': '8.1.1', react: '1' }, { '@capacitor/app': '8.1.0' })).toHaveLength(1)
  })
})

describe('the reader of XML', () => {
  test('reads elements, attributes and text, without comments', () => {
    const root = parseXml('<?xml version="1.0"?><a b="c"><!-- <d> --><e/>text</a>')
    expect([root.name, root.attributes, root.text, root.children.map(({ name }) => name)]).toEqual([
      'a',
      { b: 'c' },
      'text',
      ['e'],
    ])
  })

  test.each(['<a><b></a>', '<a>', '</a>', ''])('refuses %s', (xml) => {
    expect(() => parseXml(xml)).toThrow()
  })

  test('reads a property list, and refuses a value without a key', () => {
    expect(parsePlist('<plist><dict><key>a</key><array><true/><string>b</string></array></dict></plist>')).toEqual({
      a: [true, 'b'],
    })
    expect(() => parsePlist('<plist><dict><true/><true/></dict></plist>')).toThrow()
  })
})
