import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judge } from './integrity.ts'

const KICK_OFF = Date.UTC(2026, 8, 5, 19)
const HOUR_MS = 3_600_000

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tribune-integrity-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function ballotOf(id: string, given: Partial<SentBallot> = {}): SentBallot {
  return {
    id,
    account: `account-${id}`,
    match: 1,
    kickoff: new Date(KICK_OFF).toISOString(),
    at: new Date(KICK_OFF + HOUR_MS).toISOString(),
    first: 1,
    second: 2,
    third: 3,
    account_created: new Date(KICK_OFF - 2_000 * HOUR_MS).toISOString(),
    strength: 'email',
    earlier_votes: 12,
    mail: 'popular',
    device: null,
    network: null,
    network_wide: null,
    network_widest: null,
    changes: 0,
    ...given,
  }
}

/** Two hundred fans with history, whose picks differ, and a script of forty new accounts on one device. */
function ballots(match: number): SentBallot[] {
  const fans = Array.from({ length: 200 }, (_, index) => {
    const [first, second, third] = [1 + (index % 11), 12 + (index % 7), 20 + (index % 5)]
    return ballotOf(`fan-${index}`, { match, first, second, third })
  })
  const created = new Date(KICK_OFF).toISOString()
  const script = { match, first: 9, second: 14, third: 21, device: 'one', earlier_votes: 0, account_created: created }
  return [...fans, ...Array.from({ length: 40 }, (_, index) => ballotOf(`script-${index}`, script))]
}

async function run(text: string) {
  const path = join(folder, 'ballots.jsonl')
  writeFileSync(path, text)
  return promisify(execFile)(process.execPath, ['scripts/integrity.ts', path])
}

test('a script on one device is set aside, and no fan', () => {
  const verdicts = judge(ballots(1))
  const aside = verdicts.filter((one) => one.set_aside)
  expect(aside.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => `script-${index}`))
  expect(new Set(aside.map(({ group }) => group))).toEqual(new Set(['1.1']))
  expect(aside[0]?.reasons).toEqual(['device'])
})

test('the order of the ballots changes no verdict, and is that of the output', () => {
  const sent = ballots(1)
  const turned = sent.toReversed()
  expect(judge(turned).map(({ id }) => id)).toEqual(turned.map(({ id }) => id))
  expect(judge(turned).toReversed()).toEqual(judge(sent))
})

test('matches of one file are judged apart, and their ids may be the same', () => {
  const later = ballots(2).map((ballot) => ({ ...ballot, kickoff: new Date(KICK_OFF + HOUR_MS).toISOString() }))
  const verdicts = judge([...ballots(1), ...later])
  expect(verdicts.filter((one) => one.set_aside).map(({ group }) => group?.split('.')[0])).toEqual([
    ...Array.from({ length: 40 }, () => '1'),
    ...Array.from({ length: 40 }, () => '2'),
  ])
})

test('the command prints a line for each ballot', async () => {
  const sent = ballots(1)
  const { stdout } = await run(sent.map((ballot) => `${JSON.stringify(ballot)}\n`).join(''))
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(judge(sent))
})

test.each([
  ['no JSON', '{"id":', 'Line 2: not JSON.'],
  ['a missing field', JSON.stringify({ ...ballotOf('b'), mail: undefined }), 'Line 2: mail: '],
  ['an invalid date', JSON.stringify(ballotOf('b', { at: 'yesterday' })), 'Line 2: at: '],
  ['an invalid strength', JSON.stringify({ ...ballotOf('b'), strength: 'iron' }), 'Line 2: strength: '],
  ['a negative count', JSON.stringify(ballotOf('b', { changes: -1 })), 'Line 2: changes: '],
  ['an empty hash', JSON.stringify(ballotOf('b', { device: '' })), 'Line 2: device: '],
  ['an endless line', JSON.stringify(ballotOf('b'.repeat(3_000))), 'Line 2: longer than 2000 characters.'],
])('the command refuses %s with its line, and prints nothing else', async (_, line, reason) => {
  const failed = await run(`${JSON.stringify(ballotOf('a'))}\n${line}\n`).catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 2, stdout: '' })
  expect((failed as { stderr: string }).stderr).toContain(reason)
})

test('a mark of the byte order, and line ends of Windows and of JSON texts, are read', async () => {
  const { stdout } = await run(`\uFEFF${JSON.stringify(ballotOf('a\u2028b'))}\r\n\r\n`)
  expect(JSON.parse(stdout)).toMatchObject({ id: 'a\u2028b', set_aside: false })
})

test('an empty file has no verdicts', () => {
  expect(judge([])).toEqual([])
})
