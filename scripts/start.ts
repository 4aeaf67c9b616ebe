import { run } from '@tribune/server/main.ts'
import { buildWeb } from './build-web.ts'

/** `npm start`: builds the web app while the server prepares its world. */
await run(buildWeb())
