import { minify } from 'terser'
import type { Plugin } from 'vite'

/** Files of the first load that a second pass makes smaller; React's comes as small as it gets. */
const FIRST: readonly string[] = ['first', 'tanstack']

/** Minifies files of the first load once more: what every fan fetches is worth two seconds of a build, for 2 % fewer bytes. */
export function compactFirst(): Plugin {
  return {
    name: 'compact-first',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !FIRST.includes(file.name)) continue
        const { code } = await minify(file.code, { module: true, ecma: 2020, compress: { passes: 2 } })
        if (code !== undefined) file.code = code
      }
    },
  }
}
