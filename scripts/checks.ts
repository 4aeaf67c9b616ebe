import { spawn, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './reports.ts'

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

const { FORCE_COLOR = process.stdout.isTTY ? '1' : undefined } = process.env
/** Biome ignores the usual variables for colours, and would otherwise write colour codes into logs. */
const BIOME = ['biome', 'ci', FORCE_COLOR === undefined ? '--colors=off' : '--colors=force', '.'] as const

type Check = readonly [name: string, program: string, ...args: string[]]

/** Reads types with one checker: several would each work out the same types again, while other checks have a use for their processors. */
const types = (project: string) => ['tsc', '--checkers', '1', '--project', project] as const

/** Checks that run before any test, in both `npm run check` and `npm test`. The longest start first. */
const CHECKS: readonly Check[] = [
  ['types of the web app', ...types('web')],
  ['types', ...types('.')],
  ['types of the journeys', ...types('e2e')],
  ['form and style, mended by npm run check:fix', ...BIOME],
  ['import arrows', 'depcruise', '--config', '.dependency-cruiser.cjs', ...WORKSPACES],
  ['dead code', 'knip'],
  ['paths in documents', 'node', 'scripts/paths-in-docs.ts'],
  ['files of the repository', 'node', 'scripts/repository-files.ts'],
  ['English, also of commits', 'node', 'scripts/prose.ts'],
  ['row types are fresh', 'node', 'scripts/database-types.ts', '--verify'],
  ['font is fresh', 'node', 'scripts/font.ts', '--verify'],
  ['native projects are as configured', 'node', 'native/check.ts'],
]

/**
 * Runs all checks, as many in parallel as there are processors. Runs all of them even if some fail, so that all faults show at once. Prints the
 * whole output of each check under its title.
 */
export async function runChecks(): Promise<Outcome> {
  let passed = 0
  const failures: string[] = []
  const waiting = CHECKS.values()
  const one = async () => {
    // Each takes its next check from the same list.
    for (const [name, program, ...args] of waiting) {
      const { code, output } = await outcomeOf(program, args)
      title(code === 0 ? name : `${name}: failed`)
      process.stdout.write(output)
      if (code === 0) passed += 1
      else failures.push(`${name}: ${[program, ...args].join(' ')}, code ${code}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, one))
  return { passed, failures }
}

export function title(text: string): void {
  process.stdout.write(`\n— ${text}\n`)
}

/** Runs a program of the project, and returns its exit code. `node` is the pinned one, whichever runs this script. */
export function run(program: string, args: readonly string[], env: Record<string, string> = {}): number {
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit', env: environment(env) })
  return status ?? 1
}

/** Runs a program of the project in parallel with others, and returns its exit code. Pipes its output, so that it is formatted as for a log. */
export function runBeside(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env: coloured(env) })
  child.stdout.pipe(process.stdout, { end: false })
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a program of the project in parallel with others. Returns its exit code, and its output and errors in the order they arrive. */
function outcomeOf(program: string, args: readonly string[]): Promise<{ code: number; output: Buffer }> {
  const env = coloured({})
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('error', (error) => chunks.push(Buffer.from(`${error.message}\n`)))
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks) }))
  })
}

/** Returns the environment of a program whose output is piped to a terminal, if to any. */
function coloured(env: Record<string, string>): NodeJS.ProcessEnv {
  return environment(FORCE_COLOR === undefined ? env : { ...env, FORCE_COLOR })
}

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return { ...process.env, ...env, PATH: path }
}

if (import.meta.main) process.exitCode = (await runChecks()).failures.length === 0 ? 0 : 1
