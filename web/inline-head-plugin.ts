import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const PLACE = '<script data-start></script>'
const SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g

/** A script of the page itself, as short as it can be. A block of its own, for several stand in one page. */
export function codeOf(file: string): string {
  return minifySync(file, `{${readFileSync(file, 'utf8')}}`, { module: false }).code
}

/**
 * A script that tells the loader of other screens that the sheet is there, by a disabled link. In the page's own text it would be fetched
 * all the same: a browser that reads ahead does not see that it is disabled.
 */
function noteSheet(href: string): string {
  const link = JSON.stringify({ rel: 'stylesheet', disabled: true, href })
  return `document.head.append(Object.assign(document.createElement('link'),${link}))`
}

/**
 * What the first paint needs stands in the page itself, for each file beside it would cost a slow phone a way to the server and back:
 * src/start.js, and the style sheet. The server allows the script by its hash.
 */
export function inlineHead(): Plugin[] {
  let root = ''
  let isBuilt = false
  return [
    {
      name: 'inline-start',
      configResolved(config) {
        root = config.root
        isBuilt = config.command === 'build'
      },
      transformIndexHtml(html) {
        if (!html.includes(PLACE)) throw new Error(`The page has no ${PLACE}`)
        const file = join(root, 'src/start.js')
        const code = isBuilt ? codeOf(file) : readFileSync(file, 'utf8')
        return html.replace(PLACE, () => `<script>${code}</script>`)
      },
    },
    {
      name: 'inline-sheet',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) =>
          html.replace(SHEET, (link, name: string) => {
            const sheet = bundle[name]
            if (sheet?.type !== 'asset') return link
            delete bundle[name]
            return `<style>${String(sheet.source)}</style><script>${noteSheet(`/${name}`)}</script>`
          }),
      },
    },
  ]
}
