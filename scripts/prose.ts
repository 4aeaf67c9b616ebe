import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Checks the English of lines added since `SINCE`: comments, titles of tests and documents (docs/english.md). Older lines are not checked yet.
 * `npm run check` runs it; `node scripts/prose.ts <commit>` checks what was added since another commit.
 */
const SINCE = '65083cb1'

/** Words and phrases of our own dialect, each with what to write instead. */
const DIALECT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bnobody\b/i, 'no one, or name who does not'],
  [/\bbeside\b/i, 'next to, in parallel with, besides'],
  [/\bwhat(?:so)?ever\b/i, 'any, or a list of the cases'],
  [/\bwhoever\b/i, 'the person who, any caller that'],
  [/\bmeanwhile\b/i, 'in the interim, or name the moment'],
  [/\banew\b/i, 'again'],
  [/\bas (?:it|they) (?:is|are)\b/i, 'unchanged'],
  [/\bof (?:ours|theirs|its own accord)\b/i, 'our, their'],
  [/\b(?:un)?told\b/i, 'notified, reported, asked'],
  [/\bsaid\b/i, 'written, reported, listed'],
  [/\bkept\b/i, 'stored, cached, retained, left'],
  [/\bin earnest\b/i, 'in production'],
  [/\balike\b/i, 'equal, the same, both'],
  [/\bcame to\b/i, 'result, outcome'],
  [/\bsomebody else'?s?\b/i, "another fan, another caller's"],
]

/** A sentence without a main clause: it starts with a relative and is no question. */
const HEADLESS = /(?:^|[.:!] )(?:What|Who|Whoever)\b[^.?!|]*[.!](?:\s|$)/

/** Texts that the product takes over word for word, and the page that lists these words. */
const QUOTED = /^docs\/(?:product\/|english\.md$)|package-lock|generated|^scripts\/prose(?:\.test)?\.ts$/
const CODE = /\.(?:[cm]?[jt]sx?|css)$/
const CHECKED = /\.(?:[cm]?[jt]sx?|css|sql|md)$/
const TITLE = /\b(?:test|it|describe|step)(?:\.\w+)*(?:\([^()]*\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g

/** Returns the English of a line: its comment and its titles of tests, or all of a document's line but its code. */
export function proseOf(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`|«[^»]*»|\]\([^)]*\)/g, '')
  if (file.endsWith('.sql')) return /--(.*)$/.exec(line)?.[1] ?? ''
  if (!CODE.test(file)) return ''
  const comment = /^\s*(?:\/\*\*?|\*)(.*?)(?:\*\/)?\s*$/.exec(line)?.[1] ?? /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1] ?? ''
  const titles = [...line.matchAll(TITLE)].map(([, one, two, three]) => one ?? two ?? three ?? '')
  return [comment, ...titles]
    .join(' ')
    .replaceAll(/`[^`]*`|«[^»]*»/g, '')
    .trim()
}

/** Returns what is wrong with a sentence, each with a better term. */
export function faultsOf(prose: string): readonly string[] {
  const faults = DIALECT.flatMap(([pattern, instead]) => {
    const found = pattern.exec(prose)
    return found === null ? [] : [`"${found[0]}": write ${instead}`]
  })
  return HEADLESS.test(prose) ? [...faults, 'a sentence starts with What or Who: start with its subject'] : faults
}

interface Line {
  readonly file: string
  readonly number: number
  readonly text: string
}

/** Returns the lines that a diff without context adds. */
export function addedLines(diff: string): readonly Line[] {
  const added: Line[] = []
  let file = ''
  let number = 0
  for (const text of diff.split('\n')) {
    if (text.startsWith('+++ ')) file = text.slice('+++ b/'.length)
    else if (text.startsWith('@@')) number = Number(/\+(\d+)/.exec(text)?.[1] ?? 0)
    else if (text.startsWith('+')) added.push({ file, number: number++, text: text.slice(1) })
  }
  return added
}

function linesOf(file: string): readonly Line[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.map((text, index) => ({ file, number: index + 1, text }))
}

/** Returns git's output, or `null` if it fails: no history, or a shallow one. */
function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  return status === 0 ? stdout : null
}

function check(since: string): void {
  const diff = git('diff', '--unified=0', '--ignore-all-space', '--find-renames', since, '--')
  const subjects = git('log', '--no-merges', '--format=%s', `${since}..HEAD`)
  if (diff === null || subjects === null) {
    process.stdout.write(`No commit ${since} here: the English of new lines was not checked.\n`)
    return
  }
  // Files that git does not track yet are new as a whole.
  const untracked = (git('ls-files', '--others', '--exclude-standard') ?? '').split('\n').filter(Boolean)
  const lines = [
    ...[...addedLines(diff), ...untracked.filter((file) => CHECKED.test(file)).flatMap(linesOf)].filter(
      ({ file }) => !QUOTED.test(file),
    ),
    ...subjects.split('\n').map((text) => ({ file: 'commit.md', number: 0, text })),
  ]
  for (const { file, number, text } of lines) {
    for (const fault of faultsOf(proseOf(file, text))) {
      process.stderr.write(`${file}:${number} ${fault}\n    ${text.trim()}\n`)
      process.exitCode = 1
    }
  }
}

if (import.meta.main) check(process.argv[2] ?? SINCE)
