import { globSync, readFileSync } from 'node:fs'

/** A file in backticks or as a link's target, with as much of its path as the sentence needs; not an address (`/sw.js`), a package, nor `NNN_name.sql`. */
const NAMED =
  /(?:`|\]\()(?:\.{1,2}\/)*(?!NNN)((?:[\w.-]+\/)*(?!NNN)[\w.-]+\.(?:tsx?|cjs|js|sql|md|css|json))(?:#[\w-]*)?[`)]/g
/** What CONTRIBUTING.md would have somebody write. */
const EXAMPLES: readonly string[] = ['contract/clubs.ts']

/** Made by the tools, not by us. */
const MADE: readonly string[] = ['node_modules', 'dist', '.git', '.data', 'test-results', 'pictures']

const files = globSync(['**/*.*', '.*'], { exclude: (path) => MADE.some((made) => path.split('/').includes(made)) })
const ends = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))

/** Documents that name a file which is not there: after a move they are the first to be wrong. */
for (const file of files.filter((name) => name.endsWith('.md') && !name.startsWith('docs/product/'))) {
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(NAMED)) {
    if (ends.has(path) || EXAMPLES.includes(path)) continue
    process.stderr.write(`${file} names ${path}, which is not in the repository\n`)
    process.exitCode = 1
  }
}
