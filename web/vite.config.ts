import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { compactFirst } from './compact-first-plugin.ts'
import { firstPaint } from './first-paint-plugin.ts'
import { FONT, makeFont } from './font.ts'
import { inlineHead } from './inline-head-plugin.ts'
import { serviceWorker } from './service-worker-plugin.ts'

/** Where /api lives while developing; unset, the built pages are served by the server itself. */
const api = process.env.TRIBUNE_API

/** Oldest engines that the styles are lowered for: those that cascade layers and @property need anyway. */
const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

/** The router and the query cache; not what only long lists or the profile use. */
const TANSTACK =
  /node_modules\/@tanstack\/(?!react-virtual|virtual-core|.*[iI]nfiniteQuery(?:Observer|Options)?\.js|.*(?:useMutation|mutationObserver)\.js)/
/** Small parts of screens and rules; not those that bring a library of windows or tabs with them. */
const SHARED =
  /\/web\/src\/(?:lib|i18n|ui\/(?!dialog|popover|tabs|text-field)|features\/(?:share|sign-in-return\/use-link-answer))|\/domain\/|\/lucide\//
/** Files that the first screen is made of. */
const FIRST_FILES = /assets\/(?:first|react|tanstack|rolldown-runtime)-/
const ENTRY = fileURLToPath(new URL('src/main.tsx', import.meta.url))

/** Asks for the one font before the style sheet is read, so that text is drawn once. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** The app's files come after the font and what the screen shows: the page is drawn without them. */
function pictureFirst(): Plugin {
  return {
    name: 'picture-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}

/**
 * The other screens' files by the first part of their address, so that start.js can ask for them while the app itself is on the way: each
 * screen's own first, then what it is put together from, which the browser would only learn from that one.
 */
function tellScreens(): Plugin {
  return {
    name: 'tell-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((file) => {
          const screen = file.type === 'chunk' && file.isDynamicEntry && /^(\w+)-page$/.exec(file.name)?.[1]
          if (!screen) return []
          const content = filesOf(file.fileName, bundle ?? {}).map((name) => `/${name}`)
          const attrs = { name: `screen-${screen}`, content: content.join(' ') }
          return [{ tag: 'meta', attrs, injectTo: 'head-prepend' as const }]
        }),
    },
  }
}

/** A file and all that it imports, without what the first screen brings. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, seen: readonly string[] = []): readonly string[] {
  const file = bundle[name]
  if (file?.type !== 'chunk' || FIRST_FILES.test(name) || seen.includes(name)) return seen
  return file.imports.reduce<readonly string[]>((files, next) => filesOf(next, bundle, files), [...seen, name])
}

/** What the bundler tells of the modules it is cutting into files. */
interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

/**
 * Our own code that the first screen needs goes into one file. Left alone, whatever another screen shares with it would be cut into crumbs:
 * a dozen requests, each compressed by itself.
 */
function firstScreen(): (id: string, modules: Modules) => string | null {
  const reached = new Set<string>()
  const reach = (id: string, modules: Modules) => {
    if (reached.has(id) || id.includes('/node_modules/')) return
    reached.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reach(next, modules)
  }
  return (id, modules) => {
    if (reached.size === 0) reach(ENTRY, modules)
    return reached.has(id) ? 'first' : null
  }
}

export default defineConfig({
  plugins: [
    react(),
    tailwind(),
    inlineHead(),
    preloadFont(),
    firstPaint(),
    tellScreens(),
    pictureFirst(),
    compactFirst(),
    serviceWorker(BROWSERS),
  ],
  server: { proxy: api === undefined ? {} : { '/api': api, '/media': api, '/share': api, '/dev': api } },
  resolve: {
    alias: {
      // React has had this hook of its own since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      [FONT]: await makeFont(),
    },
  },
  build: {
    target: BROWSERS,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What the page itself names is there already.
      resolveDependencies: (_file, names, { hostType }) =>
        hostType === 'html' ? names : names.filter((name) => !FIRST_FILES.test(name)),
    },
    rolldownOptions: {
      output: {
        // React, the router and the query cache change with upgrades, the screens with every delivery.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|\/web\/src\/lib\/device\/react-dom/,
              priority: 2,
            },
            { name: 'tanstack', test: TANSTACK, priority: 2 },
            { name: firstScreen(), priority: 1 },
            // Small things that other screens share: one file, not a dozen.
            { name: 'shared', test: SHARED, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
