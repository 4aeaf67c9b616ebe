import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { POLICY_PLACE } from '@tribune/protocol/offline.ts'
import { build, type Plugin } from 'vite'

/** Files of public/ that the app needs. The browser itself handles the other icons and the manifest. */
const PUBLIC_SHELL = ['favicon.svg']
/** The app's only page, cached with the headers that the server sends. */
const PAGE = 'index.html'
/** The name never changes: browsers find new versions by it. */
const NAME = 'sw.js'

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
      const built = Object.entries(bundle).map(([name, file]) =>
        shellFile(name, file.type === 'chunk' ? file.code : file.source),
      )
      const open = PUBLIC_SHELL.map((name) => shellFile(name, readFileSync(join(publicDir, name))))
      const shell = [...built, ...open].sort((one, other) => (one.url < other.url ? -1 : 1))
      this.emitFile({ type: 'asset', fileName: NAME, source: await buildWorker(root, target, shell) })
    },
  }
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
