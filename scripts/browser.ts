import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Debian's headless shell: the same engine as Chromium without a browser's windows, which saves half of the processor time. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge']
/** Debian's `chromium` command adds flags that replace those of the tests. */
const DEBIAN_CHROMIUM = '/usr/lib/chromium/chromium'
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a browser for the journeys: the one in CHROMIUM_PATH, else a headless shell (installed, downloaded by Playwright, or from Debian's packages),
 * else a whole browser, in which two journeys about notifications fail. Throws with instructions if there is none: the journeys are never skipped.
 */
export function findBrowser(): string {
  const found = named() ?? installed([SHELL]) ?? downloaded() ?? packaged(SHELL) ?? whole() ?? packaged('chromium')
  if (found !== null) {
    // Processes started from here need not search again.
    process.env.CHROMIUM_PATH = found
    return found
  }
  throw new Error('No Chromium or Chrome found, and none could be installed. Install one, or name it in CHROMIUM_PATH.')
}

function named(): string | null {
  const path = process.env.CHROMIUM_PATH
  return path !== undefined && existsSync(path) ? path : null
}

function installed(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path)) ?? null
}

function whole(): string | null {
  return [DEBIAN_CHROMIUM, MAC_CHROME].find((path) => existsSync(path)) ?? installed(WHOLE)
}

function downloaded(): string | null {
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  tryRun(process.execPath, [cli, 'install', 'chromium', '--only-shell'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

function packaged(name: string): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  tryRun('apt-get', ['update', '-qq'])
  tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
  return installed([SHELL]) ?? whole()
}

function tryRun(program: string, args: readonly string[]): void {
  try {
    process.stdout.write(`> ${program} ${args.join(' ')}\n`)
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 300_000 })
  } catch {
    // Tries the next source.
  }
}
