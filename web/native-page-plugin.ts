import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brand } from '@tribune/french/sentences/app.ts'
import type { Plugin } from 'vite'
import { codeOf } from './inline-head-plugin.ts'

/** Time from the first paint until the splash begins to fade, and until it is gone, in milliseconds (spec sections 2 and 9). */
const FADE_AT_MS = 1_500
const GONE_AT_MS = 2_000

/**
 * Styles of the splash, and of a sheet above the keyboard of iOS. The splash ends without the app's code, so that a failed start shows its error. It has the
 * colours of the dark theme, as do the launch screens of both platforms, so that no change is visible between them.
 */
const STYLE = `
.splash{display:none}
[data-splash] .splash{position:fixed;inset:0;z-index:100;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;
padding:24px;background:#0b1020;color:#f4f1e8;text-align:center;font-weight:600;font-size:1.2rem;animation:splash ${GONE_AT_MS}ms linear forwards}
.splash svg{width:154px;height:154px}
@keyframes splash{0%,${(FADE_AT_MS / GONE_AT_MS) * 100}%{opacity:1;visibility:visible}99.9%{opacity:0;visibility:visible}to{opacity:0;visibility:hidden}}
@media (width<56.25rem){[data-keyboard] [role=dialog]{bottom:var(--keyboard);max-height:calc(100dvh - var(--keyboard) - 24px)}}
@media (prefers-reduced-motion:reduce){[data-splash] .splash{animation-timing-function:step-end}}`

/** Draws the mark of the product's own drawing over the tagline. */
function splashOf(drawing: string): string {
  const steps = drawing.match(/<path [^>]*\/>/g) ?? []
  const mark = `<svg viewBox="0 0 48 48" aria-hidden="true">${steps.join('')}</svg>`
  return `<div class="splash">${mark}<p>${brand.tagline}</p></div>`
}

/** Adds to the page what only the native app has: the splash, and a content policy, which no server sends with a bundled page. */
export function nativePage(server: string): Plugin {
  let root = ''
  let publicDir = ''
  return {
    name: 'native-page',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
      publicDir = config.publicDir
      if (!URL.canParse(server)) throw new Error('TRIBUNE_SERVER has to be the origin of the server')
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const start = codeOf(join(root, 'src/native-splash.js'))
        const splash = splashOf(readFileSync(join(publicDir, 'favicon.svg'), 'utf8'))
        const page = html
          .replace(/\s*<link rel="manifest"[^>]*>/, '')
          .replace('</head>', () => `<style>${STYLE}</style><script>${start}</script></head>`)
          .replace('<body>', () => `<body>${splash}`)
        return page.replace('<meta charset="utf-8" />', (charset) => `${charset}${policyOf(page, server)}`)
      },
    },
  }
}

/** Same rules as the server's pages have (server/src/http/pages/pages.ts), with the server as the one other origin. */
function policyOf(page: string, server: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}`,
    `connect-src 'self' ${server}`,
    `img-src 'self' data: ${server}`,
    "style-src 'self' 'unsafe-inline'",
    "object-src 'none'",
    "base-uri 'self'",
  ]
  return `<meta http-equiv="Content-Security-Policy" content="${policy.join(';')}" />`
}
