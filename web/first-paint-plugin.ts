import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { codeOf } from './inline-head-plugin.ts'

const PLACE = '<div id="root">'

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
      if (!html.includes(PLACE)) throw new Error(`The page has no ${PLACE}`)
      const home = `<div class="first-paint" inert>${await module.draw('/')}</div>`
      const match = `<template data-first="match">${await module.draw('/match/1')}</template>`
      const rankings = `<template data-first="rankings">${await module.draw('/rankings')}</template>`
      const script = `<script>${codeOf(join(root, 'src/start-screen.js'))}</script>`
      // A function, because a string with a dollar sign would be a replacement pattern.
      return html.replace(PLACE, () => `${PLACE}\n      ${home}${match}${rankings}${script}`)
    },
  }
}
