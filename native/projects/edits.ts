import type { NativeApp } from '../app.ts'

/** Changes a file of the templates so that it says what the configuration says. Again, it changes nothing. */
type Edit = (text: string, app: NativeApp) => string

const PRIVACY_FILE = '7C1B0E010000000000000001'
const PRIVACY_IN_RESOURCES = '7C1B0E010000000000000002'
const ENTITLEMENTS_FILE = '7C1B0E010000000000000003'

/** Android libraries that our own Java calls, each by the line that it stands after: EdgeToEdge of MainActivity, messages of MessageService. */
const LIBRARIES: readonly (readonly [place: string, addition: string])[] = [
  [
    `    implementation "androidx.appcompat:appcompat:$androidxAppCompatVersion"\n`,
    `    implementation "androidx.activity:activity:$androidxActivityVersion"\n`,
  ],
  [
    `    implementation "androidx.activity:activity:$androidxActivityVersion"\n`,
    `    implementation "com.google.firebase:firebase-messaging:$firebaseMessagingVersion"\n`,
  ],
]

/** Files of the templates that keep most of what the tools wrote, by path. */
export const EDITS: Readonly<Record<string, Edit>> = {
  'android/app/build.gradle': (text, { id, version, build }) =>
    LIBRARIES.reduce(
      (edited, [place, addition]) => after(edited, place, addition),
      text
        .replace(/namespace = ".*"/, `namespace = "${id}"`)
        .replace(/applicationId ".*"/, `applicationId "${id}"`)
        .replace(/versionCode \d+/, `versionCode ${build}`)
        .replace(/versionName ".*"/, `versionName "${version}"`),
    ),
  'android/variables.gradle': (text, { minAndroidSdk, androidSdk }) =>
    after(
      text
        .replace(/minSdkVersion = \d+/, `minSdkVersion = ${minAndroidSdk}`)
        .replace(/compileSdkVersion = \d+/, `compileSdkVersion = ${androidSdk}`)
        .replace(/targetSdkVersion = \d+/, `targetSdkVersion = ${androidSdk}`),
      'ext {\n',
      // The version that the plugin of push messages is built with; it takes ours.
      `    firebaseMessagingVersion = '25.0.1'\n`,
    ),
  'ios/App/App.xcodeproj/project.pbxproj': editProject,
}

function editProject(text: string, { id, version, build, minIos, region, appleTeam }: NativeApp): string {
  const settings = text
    .replaceAll(/IPHONEOS_DEPLOYMENT_TARGET = [^;]+;/g, `IPHONEOS_DEPLOYMENT_TARGET = ${minIos};`)
    .replaceAll(/MARKETING_VERSION = [^;]+;/g, `MARKETING_VERSION = ${version};`)
    .replaceAll(/CURRENT_PROJECT_VERSION = [^;]+;/g, `CURRENT_PROJECT_VERSION = ${build};`)
    .replaceAll(/PRODUCT_BUNDLE_IDENTIFIER = [^;]+;/g, `PRODUCT_BUNDLE_IDENTIFIER = ${id};`)
    .replace(/developmentRegion = \w+;/, `developmentRegion = ${region};`)
    .replace(/knownRegions = \(\s+\w+,/, `knownRegions = (\n\t\t\t\t${region},`)
  const signed = settings.includes('CODE_SIGN_ENTITLEMENTS')
    ? settings
    : settings.replaceAll(
        '\t\t\t\tCODE_SIGN_STYLE = Automatic;\n',
        '\t\t\t\tCODE_SIGN_ENTITLEMENTS = App/App.entitlements;\n\t\t\t\tCODE_SIGN_STYLE = Automatic;\n',
      )
  const parts: readonly (readonly [string, string])[] = [
    [
      '/* Begin PBXBuildFile section */\n',
      `\t\t${PRIVACY_IN_RESOURCES} /* PrivacyInfo.xcprivacy in Resources */ = {isa = PBXBuildFile; fileRef = ${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */; };\n`,
    ],
    [
      '/* Begin PBXFileReference section */\n',
      `\t\t${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */ = {isa = PBXFileReference; lastKnownFileType = text.xml; path = PrivacyInfo.xcprivacy; sourceTree = "<group>"; };\n`,
    ],
    [
      '/* Begin PBXFileReference section */\n',
      `\t\t${ENTITLEMENTS_FILE} /* App.entitlements */ = {isa = PBXFileReference; lastKnownFileType = text.plist.entitlements; path = App.entitlements; sourceTree = "<group>"; };\n`,
    ],
    [
      '\t\t\t\t504EC3131FED79650016851F /* Info.plist */,\n',
      `\t\t\t\t${PRIVACY_FILE} /* PrivacyInfo.xcprivacy */,\n\t\t\t\t${ENTITLEMENTS_FILE} /* App.entitlements */,\n`,
    ],
    [
      '\t\t\t\t504EC3121FED79650016851F /* LaunchScreen.storyboard in Resources */,\n',
      `\t\t\t\t${PRIVACY_IN_RESOURCES} /* PrivacyInfo.xcprivacy in Resources */,\n`,
    ],
  ]
  const ofTeam = signed
    .replaceAll(/\t*DEVELOPMENT_TEAM = [^;]+;\n/g, '')
    .replaceAll(
      '\t\t\t\tCODE_SIGN_STYLE = Automatic;\n',
      (style) => style + (appleTeam === '' ? '' : `\t\t\t\tDEVELOPMENT_TEAM = ${appleTeam};\n`),
    )
  return parts.reduce((edited, [place, addition]) => after(edited, place, addition), ofTeam)
}

/** Adds a text after a place, unless it is in the file. Throws if the template no longer has the place. */
function after(text: string, place: string, addition: string): string {
  if (text.includes(addition)) return text
  if (!text.includes(place)) throw new Error(`The template no longer has ${place.trim()}`)
  return text.replace(place, () => place + addition)
}
