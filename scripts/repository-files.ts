import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator as recommended } from '@secretlint/secretlint-rule-preset-recommend'

/** Size above which a file is a product of the code or somebody's data, in bytes. Every clone keeps it, even once it is deleted. */
const MAX_BYTES = 150_000
const LARGE: readonly string[] = ['package-lock.json']

/** Ends of the names of files that people write here. A database cluster, a key store or a recording has others. */
const TEXT = words(
  '.cjs .css .entitlements .gradle .html .java .js .json .md .plist .pro .sql .storyboard .svg .swift .ts .tsx .txt .vcl .xml .yml',
)
const PROJECT = words('.bat .conf .pbxproj .properties .service .webmanifest .xcconfig .xcprivacy .yaml')
const BINARY = words('.jar .png .webp .woff2')
/** Files whose names have no such end. */
const NAMES = words('.dockerignore .env.example .gitignore .npmrc Caddyfile Dockerfile gradlew run')

/** Credentials of the tests: addresses that no network has, and an account called `us`. */
const SAMPLES = ['/@[\\w.]+\\.(?:invalid|test)\\b/', '/\\/\\/us:/']
const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const SECRETS = {
  rules: [
    {
      id: PRESET,
      rule: recommended,
      rules: ['basicauth', 'database-connection-string'].map((name) => ({
        id: `@secretlint/secretlint-rule-${name}`,
        options: { allows: SAMPLES },
      })),
    },
  ],
}

/** Finds files that a commit has, or would have after `git add --all`, and that belong in no repository. */
const faults: string[] = []
for (const file of files()) {
  for (const fault of await faultsOf(file)) faults.push(`${file}: ${fault}\n`)
}
writeSync(process.stderr.fd, faults.join(''))
// At once: the library would compare the times of all it did, each with each, which takes half a minute.
process.exit(faults.length === 0 ? 0 : 1)

/** Returns the files in Git and those it neither has nor ignores; none where there is no repository, as in an archive. */
function files(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return (stdout ?? '').split('\0').filter((file) => file !== '' && statSync(file, { throwIfNoEntry: false })?.isFile())
}

async function faultsOf(file: string): Promise<readonly string[]> {
  const [name, end] = [basename(file), extname(file)]
  if (![TEXT, PROJECT, BINARY].some((ends) => ends.has(end)) && !NAMES.has(name)) {
    return [
      'no kind of file that is stored here; delete it, ignore it in .gitignore, or name its kind in scripts/repository-files.ts',
    ]
  }
  const { size } = statSync(file)
  if (size > MAX_BYTES && !LARGE.includes(file)) return [`${size} bytes, more than ${MAX_BYTES}`]
  if (BINARY.has(end)) return []
  const source = { content: readFileSync(file, 'utf8'), filePath: file, contentType: 'text' as const }
  const { messages } = await lintSource({ source, options: { config: SECRETS, maskSecrets: true } })
  return messages.map(({ loc, message }) => `line ${loc.start.line}: ${message}`)
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
