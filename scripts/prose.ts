import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Checks the English of comments, titles of tests, documents and subjects of commits (docs/english.md). `npm run check` runs it. */

/** Words and phrases that the English of this repository avoids, each with what to write instead. */
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
const TEST = /\.(?:test|spec)\.tsx?$/
const CHECKED = /\.(?:[cm]?[jt]sx?|css|sql|md)$/
const TITLE =
  /(?:\b(?:test|it|describe|step)(?:\.\w+)*(?:\([^()]*\))?|^\s*\](?: as const)?\))\(\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"|`([^`]*)`)/g
/** A row of a table of tests that starts with its title: three words or more. */
const ROW = /^\s*\[\s*(?:'((?:[^'\\]|\\.)*)'|"([^"]*)")/
const SENTENCE = /\w+ \w+ \w+/

/** Returns the English of a line: its comment and its titles of tests, or all of a document's line but its code. */
export function proseOf(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`|«[^»]*»|\]\([^)]*\)/g, '')
  if (file.endsWith('.sql')) return /--(.*)$/.exec(line)?.[1] ?? ''
  if (!CODE.test(file)) return ''
  const comment = /^\s*(?:\/\*\*?|\*)(.*?)(?:\*\/)?\s*$/.exec(line)?.[1] ?? /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1] ?? ''
  const titles = [...line.matchAll(TITLE)].map(([, one, two, three]) => one ?? two ?? three ?? '')
  const [, single, double] = (TEST.test(file) && ROW.exec(line)) || []
  const row = single ?? double ?? ''
  return [comment, ...titles, SENTENCE.test(row) ? row : '']
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

/** Returns the files that Git has or would add; none in an archive without a repository. */
function files(): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  return (stdout ?? '').split('\n').filter((file) => CHECKED.test(file) && !QUOTED.test(file) && existsSync(file))
}

function checkFiles(): void {
  for (const file of files()) {
    for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
      for (const fault of faultsOf(proseOf(file, line))) {
        process.stderr.write(`${file}:${index + 1} ${fault}\n    ${line.trim()}\n`)
        process.exitCode = 1
      }
    }
  }
}

/** Length at which lists of commits cut a subject. */
const MAX_SUBJECT = 72
/** An area of the code or the product, then the change, in the imperative. */
const SUBJECT = /^[a-z][a-z0-9 -]*: \S/

/** Without an upstream, as many commits are looked at. */
const NEWEST = 50

/** Returns the subjects of unpublished commits, or of the newest ones if there is no upstream. */
function subjects(): readonly string[] {
  const unpublished = log(['@{upstream}..HEAD'])
  return unpublished ?? log([`-${NEWEST}`]) ?? []
}

/** Returns git's output, or `null` if it fails: no upstream, or no history at all. */
function log(which: readonly string[]): readonly string[] | null {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', ...which], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

function checkSubjects(): void {
  for (const subject of subjects()) {
    const faults = [
      ...(subject.length > MAX_SUBJECT || !SUBJECT.test(subject)
        ? [`not "area: verb what" within ${MAX_SUBJECT} characters`]
        : []),
      ...faultsOf(proseOf('subject.md', subject)),
    ]
    for (const fault of faults) process.stderr.write(`${subject}\n    ${fault}\n`)
    if (faults.length > 0) process.exitCode = 1
  }
}

if (import.meta.main) {
  checkFiles()
  checkSubjects()
}
