import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { codeOf } from './inline-head-plugin.ts'

const PLACE = '<div id="root">'

/**
 * Draws the home screen as it begins, waiting for its matches, into the page itself: most fans see it before the app's code has arrived.
 * Beside it, for those who come to another address, a match and the ranking, waiting; src/start-screen.js puts one in the place of the other.
 * start.js tells whether anything is shown; nothing in it can be used, and the app takes its place.
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
      // By a function: a name with a dollar in it is no pattern.
      return html.replace(PLACE, () => `${PLACE}\n      ${home}${match}${rankings}${script}`)
    },
  }
}
