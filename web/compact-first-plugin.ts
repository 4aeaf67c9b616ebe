import { minify } from '@swc/core'
import type { Plugin } from 'vite'

/** Files of the first load that a second minifier shrinks. React's file needs none. */
const COMPACTED: ReadonlySet<string> = new Set(['first', 'tanstack'])
/** The names that one round chooses let the next find more. */
const ROUNDS = 2

/** Minifies files of the first load again: half a second of a build saves 2 % of what every fan fetches. */
export function compactFirst(): Plugin {
  return {
    name: 'compact-first',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !COMPACTED.has(file.name)) continue
        for (let round = 0; round < ROUNDS; round += 1) {
          const { code } = await minify(file.code, { module: true, ecma: 2020, compress: { passes: 2 }, mangle: true })
          file.code = code
        }
      }
    },
  }
}
