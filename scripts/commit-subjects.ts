import { spawnSync } from 'node:child_process'

/** Where a subject's line is cut in lists of commits. */
const LONGEST = 72
/** An area of the code or of the product, then what is done, in the imperative. */
const FORM = /^[a-z][a-z0-9 -]*: \S/

/** The subjects of the commits that are not published yet, or of the newest one where nothing tells what is published. */
function subjects(): readonly string[] {
  const unpublished = log(['@{upstream}..HEAD'])
  return unpublished ?? log(['-1']) ?? []
}

/** `null` where git does not answer: no upstream, or no history at all. */
function log(which: readonly string[]): readonly string[] | null {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', ...which], { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : null
}

const wrong = subjects().filter((subject) => subject.length > LONGEST || !FORM.test(subject))
for (const subject of wrong) {
  process.stderr.write(`Not "area: what it does" within ${LONGEST} characters: ${subject}\n`)
}
process.exitCode = wrong.length === 0 ? 0 : 1
