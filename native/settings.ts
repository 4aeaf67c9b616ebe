import { photosReason } from '@tribune/french/sentences/share.ts'
import { PUSH_OFF } from '@tribune/protocol/push.ts'
import type { NativeApp } from './app.ts'
import { collectedTypes, isLinked } from './collected-data.ts'

const ANDROID = 'android/app/src/main'
const MANIFEST = `${ANDROID}/AndroidManifest.xml`
const STRINGS = `${ANDROID}/res/values/strings.xml`
const COLOURS = `${ANDROID}/res/values/colors.xml`
const GRADLE = 'android/app/build.gradle'
const IOS = 'ios/App/App'
const INFO = `${IOS}/Info.plist`
const PRIVACY = `${IOS}/PrivacyInfo.xcprivacy`
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj'
const DELEGATE = `${IOS}/AppDelegate.swift`

/** A setting of a project: the file, a pattern whose group captures its value, and the distinct values that the file must have, in order. */
type Setting = readonly [path: string, pattern: RegExp, wanted: readonly string[]]

/** Finds the types of collected data that Apple's privacy manifest declares as linked to a person, or not. */
const collectedAs = (linked: 'true' | 'false') =>
  new RegExp(`DataType([A-Z]\\w+)</string>\\s+<key>NSPrivacyCollectedDataTypeLinked</key>\\s+<${linked}`, 'g')

/** Returns the settings that the projects share with the rest of the product, and those that protect fans. */
export function settingsOf(app: NativeApp): readonly Setting[] {
  const java = (name: string) => `${ANDROID}/java/${app.id.replaceAll('.', '/')}/${name}.java`
  const { action, categories, channel } = app.notifications
  return [
    [GRADLE, /(?:applicationId|namespace =) "(.*)"/g, [app.id]],
    [GRADLE, /versionName "(.*)"/g, [app.version]],
    [GRADLE, /versionCode (\d+)/g, [String(app.build)]],
    [GRADLE, /\w+Sdk(?:Version)?[ =]+(\w+)/g, ['rootProject']],
    [GRADLE, /debuggable[\s(=]*(\w+)/g, []],
    ['android/variables.gradle', /minSdkVersion = (\d+)/g, [String(app.minAndroidSdk)]],
    ['android/variables.gradle', /(?:compile|target)SdkVersion = (\d+)/g, [String(app.androidSdk)]],
    [
      'android/gradle/wrapper/gradle-wrapper.properties',
      /distributionUrl=(.*\/)/g,
      ['https\\://services.gradle.org/distributions/'],
    ],
    ['android/build.gradle', /(http:\/\/)/g, []],
    [MANIFEST, /android:host="(.*?)"/g, [app.host]],
    [MANIFEST, /android:scheme="(.*?)"/g, ['@string/custom_url_scheme', 'https']],
    [MANIFEST, /android:path(?:Prefix)?="(.*?)"/g, app.linkPaths.map((path) => path.replace('*', ''))],
    [MANIFEST, /autoVerify="(.*?)"/g, ['true']],
    [MANIFEST, /usesCleartextTraffic="(.*?)"/g, ['false']],
    [MANIFEST, /allowBackup="(.*?)"/g, ['false']],
    [MANIFEST, /dataExtractionRules="(.*?)"/g, ['@xml/data_extraction_rules']],
    [MANIFEST, /uses-permission android:name="(.*?)"/g, app.androidPermissions],
    [MANIFEST, /default_notification_channel_id"\s+android:value="(.*?)"/g, [channel]],
    [MANIFEST, /firebase_messaging_auto_init_enabled"\s+android:value="(.*?)"/g, ['false']],
    [
      MANIFEST,
      /android:name="(.*?)"\s+tools:node="remove"/g,
      ['com.capacitorjs.plugins.pushnotifications.MessagingService'],
    ],
    [`${ANDROID}/res/xml/data_extraction_rules.xml`, /exclude domain="(.*?)"/g, ['root']],
    [STRINGS, /"(?:app_name|title_activity_main)">(.*?)</g, [app.name]],
    [STRINGS, /"package_name">(.*?)</g, [app.id]],
    [STRINGS, /"custom_url_scheme">(.*?)</g, [app.scheme]],
    [STRINGS, /"notification_off">(.*?)</g, [action.title.replaceAll("'", "\\'")]],
    [COLOURS, /"(?:ic_launcher_background|splash_ground|colorPrimary|colorPrimaryDark)">(.*?)</g, [app.colours.ground]],
    [COLOURS, /"notification">(.*?)</g, [app.colours.action]],
    [java('MainActivity'), /^package (.*);/g, [app.id]],
    [java('MessageService'), /^package (.*);/g, [app.id]],
    [java('MessageService'), /CHANNEL = "(.*)"/g, [channel]],
    [java('MessageService'), /notification_off\), startOf\(message, "(\w+)"/g, [PUSH_OFF]],
    [PROJECT, /PRODUCT_BUNDLE_IDENTIFIER = ([^;]+);/g, [app.id]],
    [PROJECT, /MARKETING_VERSION = ([^;]+);/g, [app.version]],
    [PROJECT, /CURRENT_PROJECT_VERSION = ([^;]+);/g, [String(app.build)]],
    [PROJECT, /IPHONEOS_DEPLOYMENT_TARGET = ([^;]+);/g, [app.minIos]],
    [PROJECT, /DEVELOPMENT_TEAM = ([^;]+);/g, app.appleTeam === '' ? [] : [app.appleTeam]],
    [PROJECT, /developmentRegion = (\w+);/g, [app.region]],
    [PROJECT, /CODE_SIGN_ENTITLEMENTS = ([^;]+);/g, ['App/App.entitlements']],
    [PROJECT, /PrivacyInfo\.xcprivacy in (\w+) \*\/,/g, ['Resources']],
    ['ios/App/CapApp-SPM/Package.swift', /\.iOS\(\.v(\d+)\)/g, [app.minIos.replace(/\..*/, '')]],
    [INFO, /CFBundleDisplayName<\/key>\s+<string>(.*?)</g, [app.name]],
    [INFO, /CFBundleURLName<\/key>\s+<string>(.*?)</g, [app.id]],
    [INFO, /CFBundleURLSchemes<\/key>\s+<array>\s+<string>(.*?)</g, [app.scheme]],
    [
      INFO,
      /(?:CFBundleDevelopmentRegion<\/key>|CFBundleLocalizations<\/key>\s+<array>)\s+<string>(.*?)</g,
      [app.region],
    ],
    [INFO, /(NSAppTransportSecurity|UISceneStoryboardFile)/g, []],
    [INFO, /NSPhotoLibraryAddUsageDescription<\/key>\s+<string>(.*?)</g, [photosReason]],
    [`${IOS}/App.entitlements`, /applinks:(.*?)</g, [app.host]],
    [PRIVACY, collectedAs('true'), collectedTypes().filter(isLinked)],
    [PRIVACY, collectedAs('false'), collectedTypes().filter((type) => !isLinked(type))],
    [PRIVACY, /Tracking<\/key>\s+<(\w+)\/>/g, ['false']],
    [PRIVACY, /<string>(C617\.1)</g, ['C617.1']],
    [DELEGATE, /UNNotificationAction\(identifier: "(\w+)"/g, [action.id]],
    [DELEGATE, /UNNotificationAction\(.*title: "(.*?)"/g, [action.title]],
    [DELEGATE, /let categories = \[(.*?)\]/g, [categories.map((category) => `"${category}"`).join(', ')]],
    [`${IOS}/SceneDelegate.swift`, /(CAPBridgeViewController)\(\)/g, ['CAPBridgeViewController']],
  ]
}

/** Returns the distinct values that a file has for a setting. */
const valuesIn = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, value]) => value))]

/** Returns the settings that the projects have otherwise, each with both values. `read` throws if a file is missing. */
export function settingFaults(app: NativeApp, read: (path: string) => string): string[] {
  return settingsOf(app).flatMap(([path, pattern, wanted]) => {
    const found = valuesIn(read(path), pattern)
    return found.join('\n') === wanted.join('\n')
      ? []
      : [`${path}: ${pattern.source} is [${found}] instead of [${wanted}]`]
  })
}

/** Writes the settings that have one value into the file at `path`, and returns its new text. */
export function withSettings(app: NativeApp, path: string, text: string): string {
  return settingsOf(app)
    .filter((setting) => setting[0] === path)
    .reduce(
      (edited, [, pattern, [value, ...others]]) =>
        value === undefined || others.length > 0
          ? edited
          : edited.replaceAll(pattern, (line: string, was: string) => line.replace(was, () => value)),
      text,
    )
}
