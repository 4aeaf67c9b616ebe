import type { NativeApp } from '../app.ts'
import { GRADLE_WRAPPER } from '../projects/template-files.ts'
import { asInTemplate, type Files, fact, match, NO_PLUGINS, pluginsOf, type Rule, read } from './facts.ts'
import { findAll, parseXml } from './markup.ts'

const MANIFEST = 'android/app/src/main/AndroidManifest.xml'
const GRADLE = 'android/app/build.gradle'
const RES = 'android/app/src/main/res'
const MESSAGING_EVENT = 'com.google.firebase.MESSAGING_EVENT'

/** Facts that the Android project must state, each read from the file that Android's tools read. */
export const ANDROID_RULES: readonly Rule[] = [
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
    'android starts ask once',
    () => true,
    (files, app) =>
      /savedInstanceState != null \|\| fromHistory\) \{\s+setIntent\(new Intent\(Intent\.ACTION_MAIN\)\);[^}]*\}\s+super\.onCreate/.test(
        java(files, app, 'MainActivity'),
      ),
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
    'android sdk',
    ({ androidSdk }) => [String(androidSdk), String(androidSdk)],
    (files) => {
      const variables = read(files, 'android/variables.gradle')
      return [match(variables, /compileSdkVersion = (\d+)/), match(variables, /targetSdkVersion = (\d+)/)]
    },
  ),
  fact(
    'android sdk of the build',
    () => ['compile', 'min', 'target'].map((name) => [`rootProject.ext.${name}SdkVersion`]),
    (files) => {
      const settings = [...read(files, GRADLE).matchAll(/\b(compile|min|target)Sdk(?:Version)?[ =]+(\S+)/g)]
      return ['compile', 'min', 'target'].map((name) =>
        settings.filter(([, found]) => found === name).map(([, , value]) => value),
      )
    },
  ),
  asInTemplate('android gradle wrapper', GRADLE_WRAPPER),
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
    (files) => metaData(files, 'default_notification_icon')['android:resource'],
  ),
  fact(
    'android notification channel',
    ({ notifications }) => notifications.channel,
    (files) => metaData(files, 'default_notification_channel_id')['android:value'],
  ),
  fact(
    'android no token without consent',
    () => 'false',
    (files) => metaData(files, 'firebase_messaging_auto_init_enabled')['android:value'],
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
    'android repeated message is silent',
    () => true,
    (files, app) => java(files, app, 'MessageService').includes('.setOnlyAlertOnce(true)'),
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
  fact(
    'android release is not debuggable',
    () => false,
    // Android turns it on by itself for the debug build type.
    (files) => /debuggable(?![\s(=]*false)/i.test(read(files, GRADLE)),
  ),
  fact(
    'android builds from no clear text',
    () => [],
    (files) =>
      [...files].filter(([path, text]) => /\.gradle$/.test(path) && text.includes('http://')).map(([path]) => path),
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
]

/** Reads a class of the Android app. */
function java(files: Files, { id }: NativeApp, name: string): string {
  return read(files, `android/app/src/main/java/${id.replaceAll('.', '/')}/${name}.java`)
}

function application(files: Files): Readonly<Record<string, string>> {
  return findAll(parseXml(read(files, MANIFEST)), 'application')[0]?.attributes ?? {}
}

/** Returns the attributes of the manifest's metadata whose name ends so. */
function metaData(files: Files, end: string): Readonly<Record<string, string>> {
  const all = findAll(parseXml(read(files, MANIFEST)), 'meta-data').map(({ attributes }) => attributes)
  return all.find((attributes) => attributes['android:name']?.endsWith(end)) ?? {}
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
