import { bundleWeb } from './build-web.ts'

/** `npm start`: builds the web app, if a source has changed since it was installed, while the server is loaded and prepares its world. */
const bundling = bundleWeb()
// A failure ends the start where the server waits for the app, which stops what has started; a Ctrl-C ends both.
const bundled = bundling.catch(() => null)
const { run } = await import('@tribune/server/main.ts')
await run(bundling)
const compress = await bundled
await compress?.()
