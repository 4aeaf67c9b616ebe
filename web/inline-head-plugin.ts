import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin, runnerImport } from 'vite'
import { firstReads } from './src/data/first-reads.ts'

const START = '<script data-start></script>'
const ROOT = '<div id="root">'
/** Placeholder in src/start.js for the addresses of the first reads. */
const READS = 'new Map(FIRST_READS)'
const SHEET = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/g

/** Returns a minified inline script, in a block of its own, because a page has several. */
export function codeOf(file: string, source = readFileSync(file, 'utf8')): string {
  return minifySync(file, `{${source}}`, { module: false }).code
}

/** Returns start.js with the reads that it begins: none in the native app, whose reads go elsewhere and are signed. */
function startSource(file: string, isNative = false): string {
  const source = readFileSync(file, 'utf8')
  if (!source.includes(READS)) throw new Error(`${file} has no ${READS}`)
  return source.replace(READS, () => `new Map(${JSON.stringify(isNative ? [] : firstReads())})`)
}

/**
 * Returns a script that adds a disabled link, by which the loader of other screens sees that the style sheet is there. In the HTML itself it would be
 * fetched all the same, because preload scanners ignore that it is disabled.
 */
function noteSheet(href: string): string {
  const link = JSON.stringify({ rel: 'stylesheet', disabled: true, href })
  return `document.head.append(Object.assign(document.createElement('link'),${link}))`
}

/**
 * Inlines what the first paint needs, src/start.js and the style sheet, because each separate file would cost a slow phone a round trip. The server
 * allows the script by its hash.
 */
export function inlineHead(): Plugin[] {
  let root = ''
  let isBuilt = false
  let isNative = false
  return [
    {
      name: 'inline-start',
      configResolved(config) {
        root = config.root
        isBuilt = config.command === 'build'
        isNative = config.mode === 'native'
      },
      transformIndexHtml(html) {
        if (!html.includes(START)) throw new Error(`The page has no ${START}`)
        const file = join(root, 'src/start.js')
        const code = isBuilt ? codeOf(file, startSource(file, isNative)) : startSource(file)
        return html.replace(START, () => `<script>${code}</script>`)
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

/**
 * Prerenders the loading state of the home screen into the page, which most fans see before the app's code has arrived, and those of a match and the
 * ranking, by which src/start-screen.js replaces it on their addresses. start.js decides whether anything is shown. Nothing in it is interactive, and
 * the app replaces it.
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
      if (!html.includes(ROOT)) throw new Error(`The page has no ${ROOT}`)
      const home = `<div class="first-paint" inert>${await module.draw('/')}</div>`
      const match = `<template data-first="match">${await module.draw('/match/1')}</template>`
      const rankings = `<template data-first="rankings">${await module.draw('/rankings')}</template>`
      const script = `<script>${codeOf(join(root, 'src/start-screen.js'))}</script>`
      // A function, because a string with a dollar sign would be a replacement pattern.
      return html.replace(ROOT, () => `${ROOT}\n      ${home}${match}${rankings}${script}`)
    },
  }
}
