import { collectedTypes } from '../projects/collected-data.ts'
import { MAIN_STORYBOARD, SCENE_DELEGATE } from '../projects/template-files.ts'
import { asInTemplate, type Files, fact, match, pluginsOf, type Rule, read } from './facts.ts'
import { type Plist, parsePlist } from './markup.ts'

const INFO = 'ios/App/App/Info.plist'
const ENTITLEMENTS = 'ios/App/App/App.entitlements'
const PRIVACY = 'ios/App/App/PrivacyInfo.xcprivacy'
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj'
const DELEGATE = 'ios/App/App/AppDelegate.swift'

/** Facts that the iOS project must state, each read from the file that Apple's tools read. */
export const IOS_RULES: readonly Rule[] = [
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
    'ios collected data',
    () => collectedTypes(),
    (files) =>
      list(plist(files, PRIVACY).NSPrivacyCollectedDataTypes).map((type) =>
        typeof type === 'object' && 'NSPrivacyCollectedDataType' in type
          ? String(type.NSPrivacyCollectedDataType).replace('NSPrivacyCollectedDataType', '')
          : type,
      ),
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
  asInTemplate('ios scene delegate', [SCENE_DELEGATE]),
  asInTemplate('ios storyboard', [MAIN_STORYBOARD]),
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
]

function plist(files: Files, path: string): { readonly [key: string]: Plist } {
  return parsePlist(read(files, path))
}

function list(value: Plist | undefined): readonly Plist[] {
  return Array.isArray(value) ? value : []
}

/** Returns the distinct values of a build setting, over all builds of the Xcode project. */
function settings(files: Files, name: string): readonly (string | undefined)[] {
  const found = [...read(files, PROJECT).matchAll(new RegExp(`\\b${name} = ([^;]+);`, 'g'))]
  return [...new Set(found.map(([, value]) => value))]
}
