import { readConfig } from '@tribune/server/config.ts'
import { systemClock } from '@tribune/server/kernel/clock.ts'
import { freePort } from '@tribune/server/kernel/free-port.ts'
import { startProduct } from '@tribune/server/product.ts'

const config = readConfig(process.env)
/** The product with its jobs and schedules, on the settings of its environment alone; to be killed. Sends its address. */
const product = await startProduct({
  config,
  clock: systemClock,
  port: config.port ?? (await freePort()),
  webDir: null,
  onProgress: () => {},
  ready: Promise.resolve(),
  history: 'behind',
})
process.send?.({ url: product.url })
