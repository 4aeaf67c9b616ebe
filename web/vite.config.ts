import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where /api lives while developing; unset, the built pages are served by the server itself. */
const api = process.env.TRIBUNE_API

/** Oldest engines that the styles are lowered for: those that cascade layers and @property need anyway. */
const BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4']

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

export default defineConfig({
  plugins: [react(), tailwind(), preloadFont()],
  server: { proxy: api === undefined ? {} : { '/api': api } },
  build: {
    target: BROWSERS,
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React, the router and the query cache change with upgrades, the screens with every delivery.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
          ],
        },
      },
    },
  },
})
