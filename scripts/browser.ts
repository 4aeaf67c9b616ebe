import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Debian's headless shell: the same engine as Chromium without a browser's windows, which saves half of the processor time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'msedge']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Finds a browser for the journeys: an installed one, else Playwright's own download, else Debian's package where it may
 * be installed. Throws with instructions if there is none: the journeys are never skipped.
 */
export function findBrowser(): string {
  const found = installed() ?? downloaded() ?? packaged()
  if (found !== null) return found
  throw new Error('No Chromium or Chrome found, and none could be installed. Install one, or name it in CHROMIUM_PATH.')
}

function installed(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && existsSync(named)) return named
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC_CHROME]
  return paths.find((path) => existsSync(path)) ?? null
}

function downloaded(): string | null {
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  tryRun(process.execPath, [cli, 'install', 'chromium', '--only-shell'])
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}

function packaged(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  tryRun('apt-get', ['update', '-qq'])
  for (const name of [SHELL, 'chromium']) {
    tryRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])
    const found = installed()
    if (found !== null) return found
  }
  return null
}

function tryRun(program: string, args: readonly string[]): void {
  try {
    process.stdout.write(`> ${program} ${args.join(' ')}\n`)
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'ignore'], timeout: 300_000 })
  } catch {
    // Tries the next source.
  }
}
