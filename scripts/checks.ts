import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKSPACES = [
  'domain',
  'protocol',
  'contract',
  'french',
  'football',
  'server',
  'web',
  'e2e',
  'bench',
  'scripts',
  'native',
]

type Check = readonly [name: string, program: string, ...args: string[]]

/** Checks that run before any test, in `npm run check` and `npm test` alike. */
export const CHECKS: readonly Check[] = [
  ['form and style', 'biome', 'ci', '.'],
  ['types', 'tsc', '-p', '.'],
  ['types of the journeys', 'tsc', '-p', 'e2e'],
  ['types of the web app', 'tsc', '-p', 'web'],
  ['import arrows', 'depcruise', '--config', '.dependency-cruiser.cjs', ...WORKSPACES],
  ['dead code', 'knip'],
  ['paths in documents', 'node', 'scripts/paths-in-docs.ts'],
  ['subjects of commits', 'node', 'scripts/commit-subjects.ts'],
  ['row types are fresh', 'node', 'scripts/database-types.ts', '--verify'],
  ['font is fresh', 'node', 'scripts/font.ts', '--verify'],
  ['native projects are as configured', 'node', 'native/check/check.ts'],
]

/** Runs a check and prints its output. */
export function passes([name, program, ...args]: Check): boolean {
  title(name)
  return run(program, args) === 0
}

export function title(text: string): void {
  process.stdout.write(`\n— ${text}\n`)
}

/** Runs a program of the project, and returns its exit code. `node` is the pinned one, whichever runs this script. */
export function run(program: string, args: readonly string[], env: Record<string, string> = {}): number {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
  })
  return status ?? 1
}

// Runs all of them, to show all faults at once.
if (import.meta.main) process.exitCode = CHECKS.filter((check) => !passes(check)).length === 0 ? 0 : 1
