import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite'
import { firstPaint, inlineHead } from './inline-head-plugin.ts'
import { nativePage } from './native-page-plugin.ts'
import { PREACT } from './preact-alias.ts'
import { serviceWorker } from './service-worker-plugin.ts'

/** Address of the API in development. Unset where the server itself serves the built pages. */
const api = process.env.TRIBUNE_API

/** Oldest browsers that the build compiles scripts and styles for: the first with cascade layers and @property. */
const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

/** The router and the query cache, without the parts that only long lists or the profile use. */
const TANSTACK =
  /node_modules\/@tanstack\/(?!react-virtual|virtual-core|.*[iI]nfiniteQuery(?:Observer|Options)?\.js|.*(?:useMutation|mutationObserver)\.js)/
/**
 * Small modules that several screens share, rules and sentences included. Left out are modules that import the dialog or tab library, the operator's
 * modules, and those that every page fetches after its first screen.
 */
const SHARED =
  /\/web\/src\/(?:lib(?!\/device\/tabs|\/push\/)|data(?!\/operator|\/session-news)|ui\/(?!dialog|popover|tabs|text-field)|features\/(?:share|follows|account\/security\/device-words|rankings\/list\/ranking-row|account\/sign-in-return\/(?:use-link-answer|profile-address)))|\/(?:domain|protocol|french(?!\/sentences\/operator))\/|\/lucide\/|(?:useMutation|mutationObserver|[iI]nfiniteQuery(?:Observer)?)\.js/
/** Modules shared by the screens that need an account: the profile, sign-in forms, the operator’s area. */
const ACCOUNT =
  /\/features\/account\/(?:[^/]+$|security\/device-words|sign-in-return\/use-link)|\/sentences\/(?:account|messages\/push)|\/(?:account-api|mailbox|wallet|one-time-code|tab-traces)\.ts$/
/** Modules shared by the screens that need a ballot: the match, the profile, held ballots. */
const BALLOTS =
  /\/data\/ballots\/|\/(?:ballot-outbox|ballot|players\/order|club-names|retry-timer|confetti)\.tsx?$|\/sentences\/(?:match|held)\.ts|\/follows\/follow-prompt/
/** Shared modules that every page fetches after its first screen. They have their own file, so that a page fetches no modules of other screens with them. */
const SETTLED =
  /\/web\/src\/(?:lib\/http\/browser-errors|data\/notice)\.ts$|\/domain\/(?:operator\/browser-error|common\/clean-text)\.ts$|\/protocol\/addresses\.ts$/
/** Files of the first screen. */
const FIRST_FILES = /assets\/(?:first|preact|tanstack|rolldown-runtime)-/
const ENTRY = fileURLToPath(new URL('src/main.tsx', import.meta.url))

/** Font file that every page needs. The browser fetches the files of rarer letters only for pages that show such letters (scripts/font.ts). */
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

/** Gives the app's scripts a low fetch priority: the first paint needs the font and the pictures, but not these scripts. */
function lowerScriptPriority(): Plugin {
  return {
    name: 'lower-script-priority',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}

/**
 * Adds a `<meta>` with the files of each other screen, named after the first segment of the screen's path. start.js fetches these files while the app
 * itself is still loading. The screen's own file comes first, then its imports, which the browser would otherwise discover only after parsing that file.
 */
function listScreenFiles(): Plugin {
  return {
    name: 'list-screen-files',
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
 * Puts our own code of the first screen into one file. By default, the bundler splits the code that other screens share with it into a dozen small
 * files, each requested and compressed separately.
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

/** Origin of the server that the native app's pages call. `npm run native` sets it. */
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
      listScreenFiles(),
      lowerScriptPriority(),
      mode === 'native' ? nativePage(NATIVE_SERVER) : serviceWorker(BROWSERS),
    ],
    server: {
      proxy: api === undefined ? {} : { '/api': api, '/media': api, '/share': api, '/dev': api, '/.well-known': api },
    },
    resolve: {
      alias: {
        ...PREACT,
        // The libraries import a shim of this hook, for versions of React without it.
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
        // The page's HTML already lists the files of the first screen.
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'html' ? names : names.filter((name) => !FIRST_FILES.test(name)),
      },
      rolldownOptions: {
        // Replaces constants by their values if these are numbers or short strings: the names would take two hundred bytes of the first load.
        optimization: { inlineConst: true },
        output: {
          // The first file lists the names of all others, so the hash is short: 42 bits distinguish the versions of a file.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              // Preact, the router and the query cache have their own files: they change only with upgrades, the screens with every release.
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
