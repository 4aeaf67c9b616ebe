import { brand } from '@tribune/french/sentences/app.ts'
import { photosReason } from '@tribune/french/sentences/share.ts'
import { MESSAGE_ACTION, PUSH_OFF } from '@tribune/protocol/push.ts'
import type { NativeApp } from './app.ts'
import { collectedTypes, isLinked } from './collected-data.ts'
import { readMark } from './pictures.ts'

const ANDROID = 'android/app/src/main'
const MANIFEST = `${ANDROID}/AndroidManifest.xml`
const STRINGS = `${ANDROID}/res/values/strings.xml`
const COLOURS = `${ANDROID}/res/values/colors.xml`
const DRAWABLE = `${ANDROID}/res/drawable`
const GRADLE = 'android/app/build.gradle'
const GRADLES = [
  GRADLE,
  ...['build', 'settings', 'variables', 'capacitor.settings'].map((name) => `android/${name}.gradle`),
]
const WRAPPER = 'android/gradle/wrapper/gradle-wrapper.properties'
const IOS = 'ios/App/App'
const INFO = `${IOS}/Info.plist`
const PRIVACY = `${IOS}/PrivacyInfo.xcprivacy`
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj'
const DELEGATE = `${IOS}/AppDelegate.swift`
const ENTITLEMENTS = `${IOS}/App.entitlements`
const LAUNCH = `${IOS}/Base.lproj/LaunchScreen.storyboard`

/** A setting of a project: the file, a pattern whose group captures its values, and the values that the file must have, in order. */
type Setting = readonly [path: string, pattern: RegExp, wanted: readonly string[]]

/** Names of Android's versions, in the order of app/build.gradle. */
const SDKS = ['compile', 'min', 'target'] as const

/** Finds the types of collected data that Apple's privacy manifest declares as linked to a person, or not. */
const collectedAs = (linked: 'true' | 'false') =>
  new RegExp(`DataType([A-Z]\\w+)</string>\\s+<key>NSPrivacyCollectedDataTypeLinked</key>\\s+<${linked}`, 'g')

const twice = (value: string) => [value, value]

/** Returns a colour as a storyboard writes it. */
function inStoryboard(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(6))
  return `red="${red}" green="${green}" blue="${blue}"`
}

/** Returns the settings that the projects share with the rest of the product, and those that protect fans. */
export function settingsOf(app: NativeApp): readonly Setting[] {
  return [...androidSettings(app), ...iosSettings(app)]
}

function androidSettings(app: NativeApp): readonly Setting[] {
  const java = (name: string) => `${ANDROID}/java/${app.id.replaceAll('.', '/')}/${name}.java`
  const { action, channel } = app.notifications
  const { ground, text } = app.colours
  const { steps } = readMark()
  const linkPath = (path: string) => (path.endsWith('*') ? `pathPrefix="${path.slice(0, -1)}` : `path="${path}`)
  return [
    [GRADLE, /(?:applicationId|namespace =) "(.*)"/g, twice(app.id)],
    [GRADLE, /versionName "(.*)"/g, [app.version]],
    [GRADLE, /versionCode (\d+)/g, [String(app.build)]],
    [
      GRADLE,
      /\b(?:compile|min|target)Sdk(?:Version)?[ =]+(\S+)/g,
      SDKS.map((name) => `rootProject.ext.${name}SdkVersion`),
    ],
    [GRADLE, /(debuggable)(?![\s(=]*false)/gi, []],
    ...GRADLES.map((path) => [path, /(http:\/\/)/g, []] as const),
    [WRAPPER, /distributionUrl=(.*)/g, ['https\\://services.gradle.org/distributions/gradle-8.14.3-all.zip']],
    ['android/variables.gradle', /minSdkVersion = (\d+)/g, [String(app.minAndroidSdk)]],
    ['android/variables.gradle', /(?:compile|target)SdkVersion = (\d+)/g, twice(String(app.androidSdk))],
    [MANIFEST, /android:host="(.*?)"/g, [app.host]],
    [MANIFEST, /android:scheme="(.*?)"/g, ['@string/custom_url_scheme', 'https']],
    [MANIFEST, /android:(path(?:Prefix)?=".*?)"/g, app.linkPaths.map(linkPath)],
    [MANIFEST, /autoVerify="(.*?)"/g, ['true']],
    [MANIFEST, /usesCleartextTraffic="(.*?)"/g, ['false']],
    [MANIFEST, /allowBackup="(.*?)"/g, ['false']],
    [MANIFEST, /dataExtractionRules="(.*?)"/g, ['@xml/data_extraction_rules']],
    [MANIFEST, /<uses-permission\s[^>]*?android:name="(.*?)"/g, app.androidPermissions],
    [MANIFEST, /default_notification_channel_id"\s+android:value="(.*?)"/g, [channel]],
    [MANIFEST, /firebase_messaging_auto_init_enabled"\s+android:value="(.*?)"/g, ['false']],
    [
      MANIFEST,
      /android:name="(\S*?)"\s+tools:node="remove"/g,
      ['com.capacitorjs.plugins.pushnotifications.MessagingService'],
    ],
    [
      MANIFEST,
      /android:name="(\S*?)"\s+android:exported="false">\s+<intent-filter>\s+<action android:name="com\.google\.firebase\.MESSAGING_EVENT"/g,
      ['.MessageService'],
    ],
    [`${ANDROID}/res/xml/data_extraction_rules.xml`, /exclude domain="(.*?)"/g, twice('root')],
    [STRINGS, /"(?:app_name|title_activity_main)">(.*?)</g, twice(app.name)],
    [STRINGS, /"package_name">(.*?)</g, [app.id]],
    [STRINGS, /"custom_url_scheme">(.*?)</g, [app.scheme]],
    [STRINGS, /"notification_off">(.*?)</g, [action.title.replaceAll("'", "\\'")]],
    [COLOURS, /"(?:ic_launcher_background|splash_ground)">(.*?)</g, twice(ground)],
    [COLOURS, /"(?:colorPrimary|colorPrimaryDark)">(.*?)</g, twice(ground)],
    [COLOURS, /"colorAccent">(.*?)</g, [text]],
    [COLOURS, /"notification">(.*?)</g, [app.colours.action]],
    ...['ic_launcher_foreground', 'ic_launcher_monochrome', 'ic_notification'].map(
      (name) => [`${DRAWABLE}/${name}.xml`, /android:pathData="(.*?)"/g, steps.map(({ path }) => path)] as const,
    ),
    [`${DRAWABLE}/ic_launcher_foreground.xml`, /android:fillColor="(.*?)"/g, steps.map(({ fill }) => fill)],
    [java('MainActivity'), /^package (.*);/g, [app.id]],
    [java('MessageService'), /^package (.*);/g, [app.id]],
    [java('MessageService'), /CHANNEL = "(.*)"/g, [channel]],
    [java('MessageService'), /notification_off\), startOf\(message, "(\w+)"/g, [PUSH_OFF]],
    [java('MessageService'), /putExtra\("(\w+)", action\)/g, [MESSAGE_ACTION]],
  ]
}

function iosSettings(app: NativeApp): readonly Setting[] {
  const { action, categories } = app.notifications
  const { ground, text } = app.colours
  return [
    [PROJECT, /PRODUCT_BUNDLE_IDENTIFIER = ([^;]+);/g, twice(app.id)],
    [PROJECT, /MARKETING_VERSION = ([^;]+);/g, twice(app.version)],
    [PROJECT, /CURRENT_PROJECT_VERSION = ([^;]+);/g, twice(String(app.build))],
    [PROJECT, /IPHONEOS_DEPLOYMENT_TARGET = ([^;]+);/g, [...twice(app.minIos), ...twice(app.minIos)]],
    [PROJECT, /DEVELOPMENT_TEAM = "?(\w*)"?;/g, twice(app.appleTeam)],
    [PROJECT, /(?:developmentRegion = |knownRegions = \(\s+)(\w+)/g, twice(app.region)],
    [PROJECT, /CODE_SIGN_ENTITLEMENTS = ([^;]+);/g, twice('App/App.entitlements')],
    [PROJECT, /PrivacyInfo\.xcprivacy in (\w+) \*\/,/g, ['Resources']],
    ['ios/App/CapApp-SPM/Package.swift', /\.iOS\(\.v(\d+)\)/g, [app.minIos.replace(/\..*/, '')]],
    [INFO, /CFBundleDisplayName<\/key>\s+<string>(.*?)</g, [app.name]],
    [INFO, /CFBundleShortVersionString<\/key>\s+<string>(.*?)</g, ['$(MARKETING_VERSION)']],
    [INFO, /CFBundleVersion<\/key>\s+<string>(.*?)</g, ['$(CURRENT_PROJECT_VERSION)']],
    [INFO, /CFBundleURLName<\/key>\s+<string>(.*?)</g, [app.id]],
    [INFO, /CFBundleURLSchemes<\/key>\s+<array>\s+<string>(.*?)</g, [app.scheme]],
    [
      INFO,
      /(?:CFBundleDevelopmentRegion<\/key>|CFBundleLocalizations<\/key>\s+<array>)\s+<string>(.*?)</g,
      twice(app.region),
    ],
    [INFO, /(NSAppTransportSecurity|UISceneStoryboardFile)/g, []],
    [INFO, /NSPhotoLibraryAddUsageDescription<\/key>\s+<string>(.*?)</g, [photosReason]],
    [ENTITLEMENTS, /applinks:(.*?)</g, [app.host]],
    [ENTITLEMENTS, /aps-environment<\/key>\s+<string>(.*?)</g, ['development']],
    [LAUNCH, /text="(.*?)"/g, [brand.tagline]],
    [LAUNCH, /key="textColor" (red=".*?" green=".*?" blue=".*?")/g, [inStoryboard(text)]],
    [LAUNCH, /key="backgroundColor" (red=".*?" green=".*?" blue=".*?")/g, [inStoryboard(ground)]],
    [PRIVACY, collectedAs('true'), collectedTypes().filter(isLinked)],
    [PRIVACY, collectedAs('false'), collectedTypes().filter((type) => !isLinked(type))],
    [PRIVACY, /(Tracking<\/key>\s+<true)/g, []],
    [PRIVACY, /<string>(C617\.1)</g, ['C617.1']],
    [DELEGATE, /UNNotificationAction\(identifier: "(\w+)"/g, [action.id]],
    [DELEGATE, /UNNotificationAction\(.*title: "(.*?)"/g, [action.title]],
    [DELEGATE, /let categories = \[(.*?)\]/g, [categories.map((category) => `"${category}"`).join(', ')]],
    [`${IOS}/SceneDelegate.swift`, /(CAPBridgeViewController)\(\)/g, ['CAPBridgeViewController']],
  ]
}

/** Returns the settings that the projects have otherwise, each with both values. `read` throws if a file is missing. */
export function settingFaults(app: NativeApp, read: (path: string) => string): string[] {
  return settingsOf(app).flatMap(([path, pattern, wanted]) => {
    const found = [...read(path).matchAll(pattern)].map(([, value]) => value)
    return found.join('\n') === wanted.join('\n')
      ? []
      : [`${path}: ${pattern.source} is [${found}] instead of [${wanted}]`]
  })
}

/** Writes the settings of a file into its text, and returns the new text. Skips a setting if the file has more or fewer values than it must. */
export function withSettings(app: NativeApp, path: string, text: string): string {
  const settings = settingsOf(app).filter((setting) => setting[0] === path)
  return settings.reduce((edited, [, pattern, wanted]) => {
    const found = [...edited.matchAll(new RegExp(pattern, `${pattern.flags}d`))].map(({ indices }) => indices?.[1])
    if (found.length !== wanted.length) return edited
    const parts = found.map((place, index) => edited.slice(found[index - 1]?.[1] ?? 0, place?.[0]) + wanted[index])
    return parts.join('') + edited.slice(found.at(-1)?.[1] ?? 0)
  }, text)
}
