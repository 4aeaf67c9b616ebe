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

/** The door of the operator's area: what only stands behind it is no file of a fan's phone. */
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

/** Returns the files that can be reached only through the door of the operator's area. */
function operatorsFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const isDoor = ({ facadeModuleId }: Rolldown.OutputChunk) => OPERATORS_DOOR.test(facadeModuleId ?? '')
  const doors = chunks.filter(isDoor)
  const reach = (file: Rolldown.OutputChunk, reached: Set<string>): Set<string> => {
    if (reached.has(file.fileName)) return reached
    reached.add(file.fileName)
    for (const name of [...file.imports, ...file.dynamicImports]) {
      const next = bundle[name]
      if (next?.type === 'chunk') reach(next, reached)
    }
    return reached
  }
  const fans = new Set(doors.map(({ fileName }) => fileName))
  for (const first of chunks.filter(({ name }) => name === FIRST)) reach(first, fans)
  if (fans.size < 2 || doors.length === 0)
    throw new Error('The first screen or the operator’s area has no file of its own')
  const all = new Set<string>()
  for (const door of doors) reach(door, all)
  const own = [...all].filter((name) => !fans.has(name))
  return new Set([...own, ...doors.map(({ fileName }) => fileName)])
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
