import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP } from './app.ts'
import config from './capacitor.config.ts'
import { outdatedPictures } from './pictures.ts'
import { settingFaults } from './settings.ts'

const NATIVE = fileURLToPath(new URL('.', import.meta.url))
/** Gradle's starter, which runs on the machine that builds the app, and its hash in Capacitor's template. */
const WRAPPER = 'android/gradle/wrapper/gradle-wrapper.jar'
const WRAPPER_SHA256 = '7d3a4ac4de1c32b59bc6a4eb8ecb8e612ccd0cf1ae1e99f66902da64df296172'
/** Packages of Capacitor that are not plugins. */
const NO_PLUGINS = ['@capacitor/android', '@capacitor/core', '@capacitor/ios']
/** Where Capacitor lists the plugins of each project. */
const PLUGIN_LISTS = {
  'android/capacitor.settings.gradle': /node_modules\/((?:@[\w-]+\/)?[\w-]+)\/android'/g,
  'ios/App/CapApp-SPM/Package.swift': /path: ".*\/node_modules\/([^"]+)"/g,
}

/** Returns files that make the bundled web app unfit: compressed copies, which Android's build refuses, or a service worker. */
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

/** Returns a fault if the archive that starts Gradle is another one. */
export function strayWrapper(jar: Buffer): string[] {
  const isKnown = createHash('sha256').update(jar).digest('hex') === WRAPPER_SHA256
  return isKnown ? [] : [`${WRAPPER} is not that of Capacitor's template`]
}

/**
 * Returns the plugins that a project lacks or has in addition, and the packages of the web app that the projects have in another version.
 * @param read Reads a file of `native/`.
 */
export function strayPackages(web: Readonly<Record<string, string>>, read: (path: string) => string): string[] {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Readonly<Record<string, string>> }
  const plugins = Object.keys(dependencies).filter((name) => /capacitor/.test(name) && !NO_PLUGINS.includes(name))
  const listed = Object.entries(PLUGIN_LISTS).flatMap(([path, pattern]) => {
    const found = [...read(path).matchAll(pattern)].map(([, name = '']) => name)
    const differs = found.filter((name) => !NO_PLUGINS.includes(name)).join() !== plugins.join()
    return differs ? [`${path} lists other plugins than native/package.json`] : []
  })
  const versions = Object.keys(web).filter((name) => name.includes('capacitor') && web[name] !== dependencies[name])
  return [...listed, ...versions.map((name) => `${name} is not in native/package.json as in web/package.json`)]
}

if (import.meta.main) {
  const read = (path: string) => readFileSync(join(NATIVE, path), 'utf8')
  const bundled = globSync(['dist/**/*.*', 'android/app/src/main/assets/public/**/*.*', 'ios/App/App/public/**/*.*'], {
    cwd: NATIVE,
  })
  const faults = [
    ...settingFaults(APP, read),
    ...(await outdatedPictures(APP, (path) => readFileSync(join(NATIVE, path)))),
    ...strayWrapper(readFileSync(join(NATIVE, WRAPPER))),
    ...unfitFiles(bundled),
    ...unsafeSettings(config),
    ...strayPackages(JSON.parse(read('../web/package.json')).dependencies, read),
  ]
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  if (faults.length > 0) process.stdout.write('Run npm run native, or change native/app.ts.\n')
  process.exitCode = faults.length === 0 ? 0 : 1
}
