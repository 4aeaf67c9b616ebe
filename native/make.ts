import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP } from './app.ts'
import { releaseFaults } from './check/release.ts'
import { androidFiles } from './projects/android-files.ts'
import { EDITS } from './projects/edits.ts'
import { iosFiles } from './projects/ios-files.ts'
import { readMark } from './projects/mark.ts'
import { drawPictures } from './projects/pictures.ts'
import { templateFiles } from './projects/template-files.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NATIVE = join(ROOT, 'native')

/** Files of the templates that ours replace: pictures of the splash, the vector of the robot, examples of tests. */
const OBSOLETE = [
  'android/app/src/main/res/drawable*/splash.png',
  'android/app/src/main/res/drawable-{land,port}-*',
  'android/app/src/main/res/drawable-v24',
  'android/app/src/main/res/drawable/ic_launcher_background.xml',
  'android/app/src/main/res/values/ic_launcher_background.xml',
  'android/app/src/main/res/mipmap-*/ic_launcher_foreground.png',
  'android/app/src/{test,androidTest}',
  'ios/App/App/Assets.xcassets/Splash.imageset/splash-2732x2732*.png',
]

/**
 * Makes the Android and iOS projects from the configuration: templates where there is no project yet, our files and pictures, the built web app,
 * plugins. A second run changes nothing. Does not need an Android SDK, Java or a Mac.
 */
async function make(): Promise<void> {
  // Without Firebase's file, Android's app would crash where it asks for its push token.
  const NATIVE_FIREBASE = existsSync(join(NATIVE, 'android/app/google-services.json')) ? 'on' : 'off'
  const env = {
    TRIBUNE_SERVER: `https://${APP.host}`,
    TRIBUNE_APP_VERSION: APP.version,
    NATIVE_FIREBASE,
    ...process.env,
  }
  run(join(ROOT, 'node_modules/vite/bin/vite.js'), ['build', '--mode', 'native'], join(ROOT, 'web'), env)
  for (const platform of ['android', 'ios']) if (!existsSync(join(NATIVE, platform))) capacitor('add', platform)
  for (const pattern of OBSOLETE) {
    for (const path of globSync(pattern, { cwd: NATIVE })) rmSync(join(NATIVE, path), { recursive: true })
  }
  const mark = readMark()
  for (const [path, text] of Object.entries({ ...androidFiles(APP, mark), ...iosFiles(APP) })) write(path, text)
  for (const [path, content] of templateFiles()) write(path, content)
  for (const [path, edit] of Object.entries(EDITS)) write(path, edit(readFileSync(join(NATIVE, path), 'utf8'), APP))
  for (const [path, picture] of await drawPictures(APP, mark)) write(path, picture)
  capacitor('sync')
  if (APP.host.endsWith('.invalid')) {
    process.stdout.write(
      `\nThe host in native/app.ts is a placeholder (${APP.host}): these projects are not for a release.\n`,
    )
  }
}

function write(path: string, content: string | Buffer): void {
  const file = join(NATIVE, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function capacitor(...args: string[]): void {
  run(join(ROOT, 'node_modules/@capacitor/cli/bin/capacitor'), args, NATIVE)
}

function run(script: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
}

/** Refuses to make a release that could reach nobody, before anything is built. */
function refuseUnready(): boolean {
  if (!process.argv.includes('--release')) return false
  const faults = releaseFaults(APP, process.env.TRIBUNE_SERVER)
  for (const fault of faults) process.stderr.write(`No release: ${fault}\n`)
  return faults.length > 0
}

if (refuseUnready()) process.exitCode = 1
else await make()
