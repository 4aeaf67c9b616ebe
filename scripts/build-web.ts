import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'web/dist')
const STAMP = join(DIST, '.sources')
const SOURCES = ['web/{src,public}/**/*.*', 'web/*.{html,ts,json}', '{domain,contract}/*.ts', 'package-lock.json']
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])

/** Builds the web app unless the built one comes from these very sources. Gives whether it had to. */
export async function buildWeb(): Promise<boolean> {
  const sources = hashOfSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return false
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: join(ROOT, 'web'),
  })
  for (const file of globSync('**/*.*', { cwd: DIST })) if (COMPRESSED.has(extname(file))) compress(join(DIST, file))
  writeFileSync(STAMP, sources)
  return true
}

/** Compressed once here, so that the server only sends bytes. */
function compress(file: string): void {
  const plain = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(plain))
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.env.SERVICE_WORKER ?? '')
  for (const pattern of SOURCES) {
    for (const file of globSync(pattern, { cwd: ROOT }).sort()) hash.update(file).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

if (import.meta.main) await buildWeb()
