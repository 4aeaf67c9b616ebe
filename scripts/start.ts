import { run } from '@tribune/server/main.ts'
import { buildWeb } from './build-web.ts'

/** `npm start`: the web app is built while the server prepares its world. */
await run(buildWeb())
