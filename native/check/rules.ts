import { isDeepStrictEqual } from 'node:util'
import type { NativeApp } from '../app.ts'
import { PICTURES } from '../projects/pictures.ts'
import { findAll, type Plist, parsePlist, parseXml } from './markup.ts'

/** The projects' files by path; pictures have an empty text. */
export type Files = ReadonlyMap<string, string>

export interface Rule {
  readonly name: string
  /** Reads a fact from the projects. */
  readonly actual: (files: Files, app: NativeApp) => unknown
  /** Reads the same fact from the configuration. */
  readonly wanted: (app: NativeApp, files: Files) => unknown
}

const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const GRADLE = 'android/app/build.gradle'
const RES = 'android/app/src/main/res'
const INFO = 'ios/App/App/Info.plist'
const ENTITLEMENTS = 'ios/App/App/App.entitlements'
const PRIVACY = 'ios/App/App/PrivacyInfo.xcprivacy'
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj'
const DELEGATE = 'ios/App/App/AppDelegate.swift'
const PACKAGES = 'package.json'
const MESSAGING_EVENT = 'com.google.firebase.MESSAGING_EVENT'
/** Packages of Capacitor that are no plugins. */
const NO_PLUGINS = ['@capacitor/android', '@capacitor/core', '@capacitor/ios']

/** Facts that the projects must state, each read from the file that the tools of Android and Apple read. */
export const RULES: readonly Rule[] = [
  fact(
    'android id',
    (app) => [app.id, app.id],
    (files) => {
      const gradle = read(files, GRADLE)
      return [match(gradle, /applicationId "(.*)"/), match(gradle, /namespace = "(.*)"/)]
    },
  ),
  fact(
    'android activity',
    (app) => app.id,
    (files, app) => match(java(files, app, 'MainActivity'), /^package (.*);/),
  ),
  fact(
    'android edge to edge',
    () => true,
    (files, app) => java(files, app, 'MainActivity').includes('EdgeToEdge.enable(this)'),
  ),
  fact(
    'android version',
    ({ version, build }) => [version, String(build)],
    (files) => {
      const gradle = read(files, GRADLE)
      return [match(gradle, /versionName "(.*)"/), match(gradle, /versionCode (\d+)/)]
    },
  ),
  fact(
    'android minimum',
    ({ minAndroidSdk }) => String(minAndroidSdk),
    (files) => match(read(files, 'android/variables.gradle'), /minSdkVersion = (\d+)/),
  ),
  fact(
    'android name',
    ({ name }) => [name, name],
    (files) => [string(files, 'app_name'), string(files, 'title_activity_main')],
  ),
  fact(
    'android scheme',
    ({ scheme }) => [scheme, '@string/custom_url_scheme'],
    (files) => [
      string(files, 'custom_url_scheme'),
      filters(files).find(({ hosts, schemes }) => hosts.length === 0 && schemes.length > 0)?.schemes[0],
    ],
  ),
  fact(
    'android verified links',
    ({ host, linkPaths }) => ({ hosts: [host], schemes: ['https'], verified: true, paths: [...linkPaths] }),
    (files) => filters(files).find(({ hosts }) => hosts.length > 0),
  ),
  fact(
    'android no clear text',
    () => 'false',
    (files) => application(files)['android:usesCleartextTraffic'],
  ),
  fact(
    'android no backup',
    () => ['false', '@xml/data_extraction_rules'],
    (files) => [application(files)['android:allowBackup'], application(files)['android:dataExtractionRules']],
  ),
  fact(
    'android nothing moves to another phone',
    () => ['root', 'root'],
    (files) =>
      findAll(parseXml(read(files, `${RES}/xml/data_extraction_rules.xml`)), 'exclude').map(
        ({ attributes }) => attributes.domain,
      ),
  ),
  fact(
    'android permissions',
    ({ androidPermissions }) => androidPermissions,
    (files) =>
      findAll(parseXml(read(files, MANIFEST)), 'uses-permission').map(({ attributes }) => attributes['android:name']),
  ),
  fact(
    'android icon',
    () => ['@mipmap/ic_launcher', '@mipmap/ic_launcher_round', ['background', 'foreground', 'monochrome']],
    (files) => [
      application(files)['android:icon'],
      application(files)['android:roundIcon'],
      parseXml(read(files, `${RES}/mipmap-anydpi-v26/ic_launcher.xml`)).children.map(({ name }) => name),
    ],
  ),
  fact(
    'android notification icon',
    () => '@drawable/ic_notification',
    (files) =>
      findAll(parseXml(read(files, MANIFEST)), 'meta-data').find(({ attributes }) =>
        attributes['android:name']?.endsWith('default_notification_icon'),
      )?.attributes['android:resource'],
  ),
  fact(
    'android notification channel',
    ({ notifications }) => notifications.channel,
    (files) =>
      findAll(parseXml(read(files, MANIFEST)), 'meta-data').find(({ attributes }) =>
        attributes['android:name']?.endsWith('default_notification_channel_id'),
      )?.attributes['android:value'],
  ),
  fact(
    'android message service',
    () => [['.MessageService'], ['com.capacitorjs.plugins.pushnotifications.MessagingService']],
    (files) => {
      const services = findAll(parseXml(read(files, MANIFEST)), 'service')
      const isReceiver = (service: (typeof services)[number]) =>
        findAll(service, 'action').some(({ attributes }) => attributes['android:name'] === MESSAGING_EVENT)
      const isRemoved = ({ attributes }: (typeof services)[number]) => attributes['tools:node'] === 'remove'
      return [isReceiver, isRemoved].map((isMeant) =>
        services.filter(isMeant).map(({ attributes }) => attributes['android:name']),
      )
    },
  ),
  fact(
    'android message code',
    ({ id, notifications: { action, channel } }) => [id, channel, action.id],
    (files, app) => {
      const code = java(files, app, 'MessageService')
      const added = /addAction\(0, getString\(R\.string\.notification_off\), startOf\(message, "(\w+)"\)\)/
      return [match(code, /^package (.*);/), match(code, /CHANNEL = "(.*)"/), match(code, added)]
    },
  ),
  fact(
    'android notification action',
    ({ notifications: { action } }) => action.title,
    (files) => string(files, 'notification_off')?.replaceAll("\\'", "'"),
  ),
  fact(
    'android library of messages',
    () => [true, true],
    (files) => [
      read(files, GRADLE).includes('com.google.firebase:firebase-messaging:$firebaseMessagingVersion'),
      /firebaseMessagingVersion = '[\d.]+'/.test(read(files, 'android/variables.gradle')),
    ],
  ),
  fact('android resources', () => [], missingResources),
  fact(
    'android splash',
    ({ colours }) => [
      colours.ground,
      '@color/splash_ground',
      '@drawable/ic_launcher_foreground',
      '@style/AppTheme.NoActionBar',
    ],
    (files) => [
      findAll(parseXml(read(files, `${RES}/values/colors.xml`)), 'color').find(
        ({ attributes }) => attributes.name === 'splash_ground',
      )?.text,
      ...['windowSplashScreenBackground', 'windowSplashScreenAnimatedIcon', 'postSplashScreenTheme'].map(
        (name) =>
          findAll(parseXml(read(files, `${RES}/values/styles.xml`)), 'item').find(
            ({ attributes }) => attributes.name === name,
          )?.text,
      ),
    ],
  ),
  fact(
    'android plugins',
    (_app, files) => pluginsOf(files),
    (files) =>
      [...read(files, 'android/capacitor.settings.gradle').matchAll(/node_modules\/((?:@[\w-]+\/)?[\w-]+)\/android'/g)]
        .map(([, name]) => name)
        .filter((name) => !NO_PLUGINS.includes(name ?? '')),
  ),
  fact(
    'ios id',
    ({ id }) => [id],
    (files) => settings(files, 'PRODUCT_BUNDLE_IDENTIFIER'),
  ),
  fact(
    'ios team',
    ({ appleTeam }) => (appleTeam === '' ? [] : [appleTeam]),
    (files) => settings(files, 'DEVELOPMENT_TEAM'),
  ),
  fact(
    'ios version',
    ({ version, build }) => [[version], [String(build)], '$(MARKETING_VERSION)', '$(CURRENT_PROJECT_VERSION)'],
    (files) => {
      const { CFBundleShortVersionString, CFBundleVersion } = plist(files, INFO)
      return [
        settings(files, 'MARKETING_VERSION'),
        settings(files, 'CURRENT_PROJECT_VERSION'),
        CFBundleShortVersionString,
        CFBundleVersion,
      ]
    },
  ),
  fact(
    'ios minimum',
    ({ minIos }) => [minIos],
    (files) => settings(files, 'IPHONEOS_DEPLOYMENT_TARGET'),
  ),
  fact(
    'ios minimum of plugins',
    ({ minIos }) => Number.parseInt(minIos, 10),
    (files) => Number(match(read(files, 'ios/App/CapApp-SPM/Package.swift'), /\.iOS\(\.v(\d+)\)/)),
  ),
  fact(
    'ios name',
    ({ name }) => name,
    (files) => plist(files, INFO).CFBundleDisplayName,
  ),
  fact(
    'ios region',
    ({ region }) => [region, [region], region],
    (files) => {
      const { CFBundleDevelopmentRegion, CFBundleLocalizations } = plist(files, INFO)
      return [
        CFBundleDevelopmentRegion,
        CFBundleLocalizations,
        match(read(files, PROJECT), /developmentRegion = (\w+);/),
      ]
    },
  ),
  fact(
    'ios scheme',
    ({ scheme }) => [scheme],
    (files) => {
      const [type] = list(plist(files, INFO).CFBundleURLTypes)
      return type !== undefined && typeof type === 'object' && 'CFBundleURLSchemes' in type
        ? type.CFBundleURLSchemes
        : []
    },
  ),
  fact(
    'ios verified links',
    ({ host }) => [`applinks:${host}`],
    (files) => plist(files, ENTITLEMENTS)['com.apple.developer.associated-domains'],
  ),
  fact(
    'ios entitlements in both builds',
    () => [2, true],
    (files) => [
      [...read(files, PROJECT).matchAll(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)].length,
      'aps-environment' in plist(files, ENTITLEMENTS),
    ],
  ),
  fact(
    'ios no clear text',
    () => false,
    (files) => 'NSAppTransportSecurity' in plist(files, INFO),
  ),
  fact(
    'ios reason for saving a picture',
    () => true,
    (files) => Boolean(plist(files, INFO).NSPhotoLibraryAddUsageDescription),
  ),
  fact(
    'ios reason for the times of files',
    () => ['C617.1'],
    (files) =>
      list(plist(files, PRIVACY).NSPrivacyAccessedAPITypes).flatMap((type) =>
        typeof type === 'object' &&
        'NSPrivacyAccessedAPIType' in type &&
        type.NSPrivacyAccessedAPIType === 'NSPrivacyAccessedAPICategoryFileTimestamp'
          ? type.NSPrivacyAccessedAPITypeReasons
          : [],
      ),
  ),
  fact(
    'ios privacy manifest',
    () => [false, [], true],
    (files) => {
      const { NSPrivacyTracking, NSPrivacyTrackingDomains } = plist(files, PRIVACY)
      const project = read(files, PROJECT)
      const isInTarget = /PBXResourcesBuildPhase;[\s\S]*?PrivacyInfo\.xcprivacy in Resources/.test(project)
      return [NSPrivacyTracking, NSPrivacyTrackingDomains, isInTarget]
    },
  ),
  fact(
    'ios collected data is not for tracking',
    () => [],
    (files) =>
      list(plist(files, PRIVACY).NSPrivacyCollectedDataTypes).filter(
        (type) =>
          typeof type !== 'object' ||
          !('NSPrivacyCollectedDataTypeTracking' in type) ||
          type.NSPrivacyCollectedDataTypeTracking !== false,
      ),
  ),
  fact(
    'ios push methods',
    () => [true, true],
    (files) =>
      ['capacitorDidRegisterForRemoteNotifications', 'capacitorDidFailToRegisterForRemoteNotifications'].map((name) =>
        read(files, DELEGATE).includes(`name: .${name},`),
      ),
  ),
  fact(
    'ios notification actions',
    ({ notifications: { action, categories } }) => [action.id, action.title, [...categories]],
    (files) => {
      const code = read(files, DELEGATE)
      return [
        match(code, /UNNotificationAction\(identifier: "(\w+)"/),
        match(code, /UNNotificationAction\(.*title: "(.*?)"/),
        match(code, /let categories = \[(.*?)\]/)
          ?.split(', ')
          .map((name) => name.replaceAll('"', '')),
      ]
    },
  ),
  fact(
    'ios one controller',
    () => [true, false],
    (files) => [
      'UIApplicationSceneManifest' in plist(files, INFO),
      read(files, INFO).includes('UISceneStoryboardFile'),
    ],
  ),
  fact(
    'ios bars follow the page',
    () => true,
    (files) => plist(files, INFO).UIViewControllerBasedStatusBarAppearance,
  ),
  fact(
    'ios plugins',
    (_app, files) => pluginsOf(files),
    (files) =>
      [...read(files, 'ios/App/CapApp-SPM/Package.swift').matchAll(/path: ".*\/node_modules\/([^"]+)"/g)].map(
        ([, name]) => name,
      ),
  ),
  fact(
    'pictures',
    () => [],
    (files) => PICTURES.filter((path) => !files.has(path)),
  ),
]

/** Returns the rules that the projects break, each with what stands there. */
export function faultsOf(files: Files, app: NativeApp): string[] {
  return RULES.flatMap(({ name, actual, wanted }) => {
    try {
      const [is, should] = [actual(files, app), wanted(app, files)]
      return isDeepStrictEqual(is, should)
        ? []
        : [`${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`]
    } catch (error) {
      return [`${name}: ${error instanceof Error ? error.message : error}`]
    }
  })
}

function fact(name: string, wanted: Rule['wanted'], actual: Rule['actual']): Rule {
  return { name, wanted, actual }
}

function read(files: Files, path: string): string {
  const text = files.get(path)
  if (text === undefined) throw new Error(`${path} is missing`)
  return text
}

/** Reads a class of the Android app. */
function java(files: Files, { id }: NativeApp, name: string): string {
  return read(files, `android/app/src/main/java/${id.replaceAll('.', '/')}/${name}.java`)
}

function match(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[1]
}

function plist(files: Files, path: string): { readonly [key: string]: Plist } {
  return parsePlist(read(files, path))
}

function list(value: Plist | undefined): readonly Plist[] {
  return Array.isArray(value) ? value : []
}

function application(files: Files): Readonly<Record<string, string>> {
  return findAll(parseXml(read(files, MANIFEST)), 'application')[0]?.attributes ?? {}
}

function string(files: Files, name: string): string | undefined {
  const strings = findAll(parseXml(read(files, `${RES}/values/strings.xml`)), 'string')
  return strings.find(({ attributes }) => attributes.name === name)?.text
}

/** Returns the addresses that open the app, by intent filter. */
function filters(files: Files) {
  return findAll(parseXml(read(files, MANIFEST)), 'intent-filter').map((filter) => {
    const data = findAll(filter, 'data').map(({ attributes }) => attributes)
    const values = (name: string) => data.flatMap((attributes) => attributes[`android:${name}`] ?? [])
    return {
      hosts: values('host'),
      schemes: values('scheme'),
      verified: filter.attributes['android:autoVerify'] === 'true',
      paths: data.flatMap((attributes) => {
        const [prefix, path] = [attributes['android:pathPrefix'], attributes['android:path']]
        return prefix === undefined ? (path ?? []) : `${prefix}*`
      }),
    }
  })
}

/** Returns the distinct values of a build setting, over all builds of the Xcode project. */
function settings(files: Files, name: string): readonly (string | undefined)[] {
  const found = [...read(files, PROJECT).matchAll(new RegExp(`\\b${name} = ([^;]+);`, 'g'))]
  return [...new Set(found.map(([, value]) => value))]
}

/** Returns references of our resources that no file of the project defines. */
function missingResources(files: Files): string[] {
  const paths = [...files.keys()].filter((path) => path.startsWith(`${RES}/`))
  const ours = [MANIFEST, ...paths.filter((path) => path.endsWith('.xml'))].map((path) => read(files, path)).join('\n')
  const references = [...ours.matchAll(/"@(mipmap|drawable|xml|color|string)\/(\w+)"|>@(drawable|color)\/(\w+)</g)]
  return [...new Set(references.map(([, kind, name, other, own]) => `${kind ?? other}/${name ?? own}`))].filter(
    (reference) => {
      const [kind = '', name = ''] = reference.split('/')
      if (kind === 'color' || kind === 'string') return !ours.includes(`<${kind} name="${name}"`)
      return !paths.some((path) => new RegExp(`/${kind}[\\w-]*/${name}\\.\\w+$`).test(path))
    },
  )
}

/** Returns the plugins of the native workspace, in the order in which Capacitor writes them. */
function pluginsOf(files: Files): string[] {
  const { dependencies } = JSON.parse(read(files, PACKAGES)) as { dependencies: Record<string, string> }
  return Object.keys(dependencies).filter((name) => /capacitor/.test(name) && !NO_PLUGINS.includes(name))
}
