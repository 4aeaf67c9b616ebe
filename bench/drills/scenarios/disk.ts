import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openArena, survived } from '../arena.ts'
import type { Drill } from '../drill.ts'

const SIZE_MB = 600
const FULL_MS = 12_000

/** Fills the disk of PostgreSQL's data under ballots, and frees it again. */
export const disk: Drill = {
  name: 'disk',
  count: 2,
  async run({ count, seed, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'tribune-drill-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', folder])
    } catch {
      rmSync(folder, { recursive: true })
      return [{ asserted: 'a disk of its own', found: 'not allowed on this machine: run as root', ok: false }]
    }
    const arena = await openArena({ seed, folder, servers: 2 })
    const filler = join(folder, 'filler')
    try {
      const { voting } = arena
      voting.start(16)
      await voting.more(200)
      const refusals: number[] = []
      for (let time = 0; time < count; time += 1) {
        const before = voting.answers[503] ?? 0
        await fill(filler)
        say('the disk is full')
        for (const end = performance.now() + FULL_MS; performance.now() < end; await pause(200)) await fill(filler)
        refusals.push((voting.answers[503] ?? 0) - before)
        rmSync(filler)
        say(`freed after ${refusals.at(-1)} answers 503`)
        await arena.close()
        await voting.more(200)
      }
      const verdict = await arena.verdict()
      return [
        {
          asserted: 'ballots are refused by 503 while the disk is full',
          found: refusals.join(', '),
          ok: refusals.every((n) => n > 0),
        },
        ...survived(arena),
        ...verdict,
      ]
    } finally {
      rmSync(filler, { force: true })
      await arena.stop()
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Writes until nothing fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (const size of [1 << 20, 4_096]) {
      const block = Buffer.alloc(size, 1)
      for (let written = 0; written < SIZE_MB * (1 << 20); written += size) await file.appendFile(block)
    }
  } catch {
    // Full: smaller blocks may still fit, but PostgreSQL writes no less.
  } finally {
    await file.close()
  }
}
