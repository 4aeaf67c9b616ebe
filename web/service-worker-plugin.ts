import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { POLICY_PLACE } from '@tribune/protocol/offline.ts'
import { build, type Plugin, type Rolldown } from 'vite'

/** Files of public/ that the app needs. The browser itself handles the other icons and the manifest. */
const PUBLIC_SHELL = ['favicon.svg']
/** The app's only page, cached with the headers that the server sends. */
const PAGE = 'index.html'
/** The name never changes: browsers find new versions by it. */
const NAME = 'sw.js'

/** Entry chunk of the operator's area. Files reachable only through it are not cached on a fan's phone. */
const OPERATORS_DOOR = /\/src\/routes\/operator\/open-area\.ts$/

/** Name of the file that all screens of a fan are reached from (vite.config.ts). */
const FIRST = 'first'

interface ShellFile {
  readonly url: string
  /** `null`: the name contains a hash of the content. */
  readonly revision: string | null
}

/** Builds the service worker once the app is built, with the list of its files. SERVICE_WORKER=off builds the one that removes itself. */
export function serviceWorker(target: string[]): Plugin {
  let root = ''
  let publicDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      publicDir = config.publicDir
    },
    async generateBundle(_options, bundle) {
      const operators = operatorsFiles(bundle)
      const built = Object.entries(bundle)
        .filter(([name]) => !operators.has(name))
        .map(([name, file]) => shellFile(name, file.type === 'chunk' ? file.code : file.source))
      const open = PUBLIC_SHELL.map((name) => shellFile(name, readFileSync(join(publicDir, name))))
      const shell = [...built, ...open].sort((one, other) => (one.url < other.url ? -1 : 1))
      this.emitFile({ type: 'asset', fileName: NAME, source: await buildWorker(root, target, shell) })
    },
  }
}

/** Returns the files that are reachable only through the entry chunk of the operator's area, itself included. */
function operatorsFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const first = chunks.find(({ name }) => name === FIRST)
  const door = chunks.find(({ facadeModuleId }) => OPERATORS_DOOR.test(facadeModuleId ?? ''))
  if (!first || !door) throw new Error('The first screen or the operator’s area has no file of its own')
  const fans = reach(first, bundle, door)
  return new Set([...reach(door, bundle)].filter((name) => !fans.has(name)))
}

/** Returns a file and all that it imports, now or later, but through `closed`. */
function reach(
  from: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  closed?: Rolldown.OutputChunk,
  reached = new Set<string>(),
): Set<string> {
  if (from === closed || reached.has(from.fileName)) return reached
  reached.add(from.fileName)
  for (const name of [...from.imports, ...from.dynamicImports]) {
    const next = bundle[name]
    if (next?.type === 'chunk') reach(next, bundle, closed, reached)
  }
  return reached
}

function shellFile(name: string, content: string | Uint8Array): ShellFile {
  const url = `/${name}`
  if (name.startsWith('assets/')) return { url, revision: null }
  const revision = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return { url, revision: name === PAGE ? `${revision}-${POLICY_PLACE}` : revision }
}

async function buildWorker(root: string, target: string[], shell: readonly ShellFile[]): Promise<string> {
  const source = process.env.SERVICE_WORKER === 'off' ? 'farewell.ts' : 'worker.ts'
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', SHELL: JSON.stringify(shell) },
    build: {
      target,
      write: false,
      lib: { entry: join(root, 'src/worker', source), formats: ['iife'], name: 'worker', fileName: () => NAME },
    },
  })
  for (const { output } of [built].flat() as { output: { code?: string }[] }[]) {
    const [script] = output
    if (script?.code !== undefined) return script.code
  }
  throw new Error('The service worker was not built')
}
