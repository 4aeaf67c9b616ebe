import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'web/dist')
const STAMP = join(DIST, '.sources')
const SOURCES = [
  'web/{src,public}/**/*.*',
  'web/*.{html,ts,json}',
  '{domain,protocol,contract,french}/**/*.ts',
  'package-lock.json',
]
/** Bytes of JavaScript, gzipped, that the first screen may cost. */
export const FIRST_LOAD_BYTES = 76_000
/** The files that the page itself names, and what they import. */
export const FIRST_LOAD = /^\/assets\/(?:first|preact|tanstack|rolldown-runtime)-[^/]+\.js$/
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])

/** Builds the web app unless the existing build is of the same sources. */
export async function buildWeb(): Promise<void> {
  const compress = await bundleWeb()
  await compress()
}

/**
 * Bundles the web app unless the existing build is of the same sources. The build can be served then, and is complete with what the returned function
 * adds: each file compressed in advance.
 */
export async function bundleWeb(): Promise<() => Promise<void>> {
  const sources = hashOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return () => Promise.resolve()
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: join(ROOT, 'web'),
  })
  return async () => {
    const files = globSync('**/*.*', { cwd: DIST }).filter((file) => COMPRESSED.has(extname(file)))
    await Promise.all(files.map((file) => compress(join(DIST, file))))
    writeFileSync(STAMP, sources)
  }
}

/** Compresses a file off the main thread. Files may be served in parallel: a compressed file appears once it is complete. */
async function compress(file: string): Promise<void> {
  const plain = await readFile(file)
  const zipped = promisify(gzip)(plain, { level: 9 }).then((bytes) => writeWhole(`${file}.gz`, bytes))
  const brotli = promisify(brotliCompress)(plain).then((bytes) => writeWhole(`${file}.br`, bytes))
  await Promise.all([zipped, brotli])
}

async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  await writeFile(`${file}.part`, bytes)
  await rename(`${file}.part`, file)
}

/** Prints what the first screen costs. A journey fails once it is too much. */
function printFirstLoad(): void {
  const files = globSync('assets/*.js', { cwd: DIST }).filter((file) => FIRST_LOAD.test(`/${file}`))
  const bytes = files.reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0)
  process.stdout.write(`First load: ${bytes} of ${FIRST_LOAD_BYTES} bytes of JavaScript, gzipped\n`)
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.env.SERVICE_WORKER ?? '')
  for (const pattern of SOURCES) {
    for (const file of globSync(pattern, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  await buildWeb()
  printFirstLoad()
}
