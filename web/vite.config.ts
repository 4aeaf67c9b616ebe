import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { firstPaint } from './first-paint-plugin.ts'
import { inlineHead } from './inline-head-plugin.ts'
import { nativePage } from './native-page-plugin.ts'
import { PREACT } from './preact-alias.ts'
import { serviceWorker } from './service-worker-plugin.ts'

/** Address of the API in development. Unset where the server itself serves the built pages. */
const api = process.env.TRIBUNE_API

/** Oldest engines that styles are lowered for: the first with cascade layers and @property. */
const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

/** The router and the query cache, without the parts that only long lists or the profile use. */
const TANSTACK =
  /node_modules\/@tanstack\/(?!react-virtual|virtual-core|.*[iI]nfiniteQuery(?:Observer|Options)?\.js|.*(?:useMutation|mutationObserver)\.js)/
/**
 * Small shared parts of screens and rules, without those that import a library of dialogs or tabs, the operator's, and what every page fetches after
 * its first screen.
 */
const SHARED =
  /\/web\/src\/(?:lib(?!\/device\/tabs|\/push\/)|data(?!\/operator|\/signed-in\/session-news)|ui\/(?!dialog|popover|tabs|text-field)|features\/(?:share|follows\/(?!followed-list)|security\/device-words|match\/(?:use-root-length|voting\/pending-pick-store)|rankings\/list\/ranking-row|sign-in-return\/(?:use-link-answer|profile-address)))|\/(?:domain|protocol|french(?!\/sentences\/operator))\/|\/lucide\/|(?:useMutation|mutationObserver|[iI]nfiniteQuery(?:Observer)?)\.js/
/** Shared parts that need the account: the profile, forms of sign-in, the operator’s area. */
const ACCOUNT =
  /\/features\/(?:account\/|security\/device-words|sign-in-return\/use-link)|\/sentences\/(?:account|messages\/push)|\/(?:account-api|mailbox|wallet|one-time-code|tab-traces)\.ts$/
/** Shared parts that need a ballot: the match, the profile, ballots that wait. */
const BALLOTS =
  /\/data\/ballots\/|\/(?:ballot-outbox|ballot|player-order|club-names|retry-timer|pending-pick-store|confetti)\.tsx?$|\/sentences\/(?:match|held)\.ts|\/follows\/follow-prompt/
/** Shared parts of what every page fetches after its first screen, so that it does not fetch those of other screens too. */
const SETTLED =
  /\/web\/src\/(?:lib\/http\/browser-errors|data\/notice)\.ts$|\/domain\/(?:browser-error|clean-text)\.ts$|\/protocol\/addresses\.ts$/
/** Files of the first screen. */
const FIRST_FILES = /assets\/(?:first|preact|tanstack|rolldown-runtime)-/
const ENTRY = fileURLToPath(new URL('src/main.tsx', import.meta.url))

/** The file of the font that every page needs; those of rarer letters are fetched with them (scripts/font.ts). */
const FONT = 'archivo.woff2'

/** Preloads the font before the style sheet is parsed, so that text renders once. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.values(bundle ?? {})
          .filter((file) => file.type === 'asset' && file.names.includes(FONT))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${fileName}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** Gives the app's files a low fetch priority, after the font and the pictures: the first paint does not need them. */
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
 * Lists the files of the other screens by the first segment of their path, so that start.js can fetch them while the app itself still loads: each
 * screen's own file first, then its imports, which the browser would only discover in that one.
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

/** Returns a file and all its imports, without those of the first screen. */
function filesOf(name: string, bundle: Rolldown.OutputBundle, seen: readonly string[] = []): readonly string[] {
  const file = bundle[name]
  if (file?.type !== 'chunk' || FIRST_FILES.test(name) || seen.includes(name)) return seen
  return file.imports.reduce<readonly string[]>((files, next) => filesOf(next, bundle, files), [...seen, name])
}

/** Module information of the bundler. */
interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

/**
 * Puts our own code of the first screen into one file. By default, everything that another screen shares with it would become a dozen small files,
 * each requested and compressed by itself.
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

/** Origin that the native app asks, from its own pages; `npm run native` sets it. */
const NATIVE_SERVER = process.env.TRIBUNE_SERVER ?? ''

/** `--mode native` builds the app that the Android and iOS projects contain: without a service worker, into a folder of its own. */
export default defineConfig(
  ({ mode }): UserConfig => ({
    define: {
      'import.meta.env.VITE_NATIVE': String(mode === 'native'),
      'import.meta.env.VITE_FIREBASE': String(process.env.NATIVE_FIREBASE === 'on'),
      'import.meta.env.VITE_APP_VERSION': JSON.stringify(
        mode === 'native' ? (process.env.TRIBUNE_APP_VERSION ?? '') : '',
      ),
      'import.meta.env.VITE_SERVER': JSON.stringify(mode === 'native' ? NATIVE_SERVER : ''),
    },
    plugins: [
      react(),
      tailwind(),
      inlineHead(),
      preloadFont(),
      firstPaint(),
      tellScreens(),
      pictureFirst(),
      mode === 'native' ? nativePage(NATIVE_SERVER) : serviceWorker(BROWSERS),
    ],
    server: { proxy: api === undefined ? {} : { '/api': api, '/media': api, '/share': api, '/dev': api } },
    resolve: {
      alias: {
        ...PREACT,
        // The libraries bring this hook for versions of React that have none.
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
    build: {
      ...(mode === 'native' ? { outDir: process.env.NATIVE_DIST ?? '../native/dist', emptyOutDir: true } : {}),
      target: BROWSERS,
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // The page itself already names these files.
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'html' ? names : names.filter((name) => !FIRST_FILES.test(name)),
      },
      rolldownOptions: {
        // Numbers and short strings stand where they are read: two hundred bytes of the first load are the names of constants.
        optimization: { inlineConst: true },
        output: {
          // Preact, the router and the query cache change with upgrades, the screens with every release.
          // The first file lists all others: 42 bits tell one version of a file from another.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              { name: 'preact', test: /node_modules\/preact\//, priority: 2 },
              { name: 'tanstack', test: TANSTACK, priority: 2 },
              { name: firstScreen(), priority: 1 },
              { name: 'settled', test: SETTLED, priority: 1 },
              // Small modules that other screens share, in one file instead of a dozen.
              {
                name: (id) => (SHARED.test(id) && !ACCOUNT.test(id) && !BALLOTS.test(id) ? 'shared' : null),
                minShareCount: 2,
              },
              { name: 'account', test: ACCOUNT, minShareCount: 2 },
              { name: 'ballots', test: BALLOTS, minShareCount: 2 },
            ],
          },
        },
      },
    },
  }),
)
