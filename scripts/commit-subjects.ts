import { spawnSync } from 'node:child_process'
import { faultsOf, proseOf } from './prose.ts'

/** Length at which lists of commits cut a subject. */
const MAX_LENGTH = 72
/** An area of the code or the product, then the change, in the imperative. */
const FORM = /^[a-z][a-z0-9 -]*: \S/

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

for (const subject of subjects()) {
  const faults = [
    ...(subject.length > MAX_LENGTH || !FORM.test(subject)
      ? [`not "area: verb what" within ${MAX_LENGTH} characters`]
      : []),
    ...faultsOf(proseOf('subject.md', subject)),
  ]
  for (const fault of faults) process.stderr.write(`${subject}\n    ${fault}\n`)
  if (faults.length > 0) process.exitCode = 1
}
