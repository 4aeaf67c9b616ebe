import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { APP, releaseFaults } from './app.ts'
import { drawPictures } from './pictures.ts'
import { settingsOf, withSettings } from './settings.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const NATIVE = join(ROOT, 'native')

/**
 * Brings the Android and iOS projects up to date: settings of `app.ts`, pictures, the built web app, plugins. A second run changes nothing. Does not
 * need an Android SDK, Java or a Mac.
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
  for (const path of new Set(settingsOf(APP).map(([file]) => file))) {
    const file = join(NATIVE, path)
    writeFileSync(file, withSettings(APP, path, readFileSync(file, 'utf8')))
  }
  for (const [path, picture] of await drawPictures(APP)) writeFileSync(join(NATIVE, path), picture)
  run(join(ROOT, 'node_modules/@capacitor/cli/bin/capacitor'), ['sync'], NATIVE)
  if (APP.host.endsWith('.invalid')) {
    process.stdout.write(
      `\nThe host in native/app.ts is a placeholder (${APP.host}): these projects are not for a release.\n`,
    )
  }
}

function run(script: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = process.env): void {
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit', env })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
}

const faults = process.argv.includes('--release') ? releaseFaults(APP, process.env.TRIBUNE_SERVER) : []
for (const fault of faults) process.stderr.write(`No release: ${fault}\n`)
if (faults.length > 0) process.exitCode = 1
else await make()
