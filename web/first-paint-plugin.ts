import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const PLACE = '<div id="root">'

/**
 * Draws the home screen as it begins, waiting for its matches, into the page itself: most fans see it before the app's code has arrived.
 * start.js tells whether it is shown; nothing in it can be used, and the app takes its place.
 */
export function firstPaint(): Plugin {
  let root = ''
  return {
    name: 'first-paint',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async transformIndexHtml(html) {
      const { module } = await runnerImport<typeof import('./src/first-paint.tsx')>(join(root, 'src/first-paint.tsx'), {
        root,
        configFile: false,
        logLevel: 'error',
      })
      if (!html.includes(PLACE)) throw new Error(`The page has no ${PLACE}`)
      const home = `<div class="first-paint" inert>${await module.drawHome()}</div>`
      // By a function: a name with a dollar in it is no pattern.
      return html.replace(PLACE, () => `${PLACE}\n      ${home}`)
    },
  }
}
