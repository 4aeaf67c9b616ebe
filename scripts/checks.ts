import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WORKSPACES = ['domain', 'contract', 'football', 'server', 'web', 'e2e', 'bench', 'scripts']

type Check = readonly [name: string, program: string, ...args: string[]]

/** What holds before any test runs, for `npm run check` and `npm test` alike. */
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
]

/** Runs a check and prints what it says. */
export function passes([name, program, ...args]: Check): boolean {
  title(name)
  return run(program, args) === 0
}

export function title(text: string): void {
  process.stdout.write(`\n— ${text}\n`)
}

/** Runs a program of the project, and gives its exit code. `node` is the pinned one, however this was started. */
export function run(program: string, args: readonly string[], env: Record<string, string> = {}): number {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, PATH: path },
  })
  return status ?? 1
}

// All of them run, so that one look shows all there is to mend.
if (import.meta.main) process.exitCode = CHECKS.filter((check) => !passes(check)).length === 0 ? 0 : 1
