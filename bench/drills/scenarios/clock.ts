import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openArena } from '../arena.ts'
import type { Drill } from '../drill.ts'

/** Of Debian's package libfaketime. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const STEPS_S = [3_600, -3_600, 86_000, -86_000, 40, 0]
const STEP_MS = 4_000

/** Steps the clock of one of two servers forwards and backwards, while fans vote and results are published. */
export const clock: Drill = {
  name: 'clock',
  count: STEPS_S.length,
  async run({ count, seed, say }) {
    if (!existsSync(LIBRARY)) return [{ asserted: 'a clock to step', found: 'install libfaketime', ok: false }]
    const folder = mkdtempSync(join(tmpdir(), 'tribune-clock-'))
    const file = join(folder, 'offset')
    const step = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    step(0)
    const faked = {
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    const arena = await openArena({ seed, servers: 2, env: (server) => (server === 1 ? faked : {}) })
    const [first, stepped] = arena.servers
    try {
      const { voting } = arena
      voting.start(8)
      await voting.more(200)
      const seen: string[] = []
      for (let n = 0; n < count; n += 1) {
        const seconds = STEPS_S[n % STEPS_S.length] ?? 0
        step(seconds)
        const saved = voting.acknowledged
        await pause(STEP_MS)
        const answer = await fetch(`http://127.0.0.1:${stepped?.port}/api/health`)
        const off = Math.round((Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1_000)
        seen.push(String(off))
        say(`clock ${off} s off: ${voting.acknowledged - saved} ballots saved`)
        await arena.close()
      }
      step(0)
      const verdict = await arena.verdict()
      return [
        {
          asserted: 'the clock was off by',
          found: `${seen.join(', ')} s`,
          ok: seen.some((off) => Math.abs(Number(off)) > 1_000),
        },
        { asserted: 'no answer 500', found: JSON.stringify(voting.answers), ok: voting.answers[500] === undefined },
        {
          asserted: 'starts of each server',
          found: `${first?.starts}, ${stepped?.starts}`,
          ok: first?.starts === 1 && stepped?.starts === 1,
        },
        ...verdict,
      ]
    } finally {
      await arena.stop()
      rmSync(folder, { recursive: true })
    }
  },
}
