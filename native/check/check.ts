import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP } from '../app.ts'
import config from '../capacitor.config.ts'
import { androidFiles } from '../projects/android-files.ts'
import { EDITS } from '../projects/edits.ts'
import { iosFiles } from '../projects/ios-files.ts'
import { readMark } from '../projects/mark.ts'
import { type Files, textOf } from './facts.ts'
import { outdatedPictures } from './pictures.ts'
import { faultsOf } from './rules.ts'

const NATIVE = fileURLToPath(new URL('..', import.meta.url))
const TEXTS =
  /\.(?:xml|java|gradle|plist|swift|entitlements|xcprivacy|storyboard|pbxproj|json|properties|jar|bat)$|\/gradlew$/
/** Files that the tools copy into the projects or build there. */
const COPIED =
  /\/(?:public|build|DerivedData)\/|capacitor-cordova|capacitor\.(?:config|plugins)\.json|res\/xml\/config\.xml/

/** Reads the projects' files that are ours to check. */
export function readProjects(): Files {
  const paths = globSync(['{android,ios}/**/*.*', 'android/gradlew'], { cwd: NATIVE }).filter(
    (path) => !COPIED.test(path),
  )
  const texts = ['package.json', ...paths].map(
    (path) => [path, TEXTS.test(path) ? textOf(path, readFileSync(join(NATIVE, path))) : ''] as const,
  )
  return new Map(texts)
}

/** Returns files that `npm run native` would write otherwise. */
export function outdatedFiles(files: Files): string[] {
  const whole = Object.entries({ ...androidFiles(APP, readMark()), ...iosFiles(APP) })
  const edited = Object.entries(EDITS).map(([path, edit]) => [path, edit(files.get(path) ?? '', APP)] as const)
  return [...whole, ...edited].flatMap(([path, text]) =>
    files.get(path) === text ? [] : [`${path} is not as npm run native writes it`],
  )
}

/** Returns what makes the bundled web app unfit: compressed copies, which Android's build refuses, or a service worker. */
export function unfitFiles(paths: readonly string[]): string[] {
  return paths
    .filter((path) => /\.(?:gz|br)$|(?:^|\/)sw\.js$/.test(path))
    .map((path) => `${path} has no place in the native app`)
}

/** Returns settings of Capacitor that would load pages from elsewhere, or in clear text, or open them to a debugger. */
export function unsafeSettings({ server, plugins, android, ios, appId }: typeof config): string[] {
  const platforms = Object.entries({ android, ios })
  return [
    ...(server === undefined ? [] : ['capacitor.config.ts has server settings']),
    ...(plugins?.CapacitorHttp === undefined ? [] : ['capacitor.config.ts has CapacitorHttp']),
    ...(android?.allowMixedContent === false ? [] : ['capacitor.config.ts allows mixed content']),
    ...platforms.flatMap(([name, settings]) =>
      // Left out, it is on in debug builds.
      settings?.webContentsDebuggingEnabled === false ? [] : [`capacitor.config.ts lets ${name} debug its web view`],
    ),
    ...(android?.minWebViewVersion === APP.minWebView ? [] : ['capacitor.config.ts has another web view']),
    ...(appId === APP.id ? [] : ['capacitor.config.ts has another id']),
  ]
}

/** Returns packages that the web app imports and the projects do not contain in the same version. */
export function strayPackages(
  web: Readonly<Record<string, string>>,
  native: Readonly<Record<string, string>>,
): string[] {
  const ours = Object.keys(web).filter((name) => name.includes('capacitor'))
  return ours.flatMap((name) =>
    web[name] === native[name] ? [] : [`${name} is not in native/package.json as in web/package.json`],
  )
}

function dependenciesOf(workspace: string): Record<string, string> {
  return JSON.parse(readFileSync(join(NATIVE, '..', workspace, 'package.json'), 'utf8')).dependencies
}

if (import.meta.main) {
  const files = readProjects()
  const bundled = globSync(['dist/**/*.*', 'android/app/src/main/assets/public/**/*.*', 'ios/App/App/public/**/*.*'], {
    cwd: NATIVE,
  })
  const faults = [
    ...faultsOf(files, APP),
    ...outdatedFiles(files),
    ...(await outdatedPictures(APP, readMark(), (path) => readFileSync(join(NATIVE, path)))),
    ...unfitFiles(bundled),
    ...unsafeSettings(config),
    ...strayPackages(dependenciesOf('web'), dependenciesOf('native')),
  ]
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length > 0) process.stdout.write('Run npm run native, or put the change into native/app.ts.\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}
