import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ShiftedClock } from '@tribune/server/clock.ts'
import { readConfig } from '@tribune/server/config.ts'
import { freePort } from '@tribune/server/database/embedded.ts'
import { publishDue } from '@tribune/server/functions/scheduler-postft.ts'
import { startProduct } from '@tribune/server/product.ts'
import { startSamlProvider } from '@tribune/server/testing/saml-provider.ts'
import { bringAbout } from './states.ts'
import type { Order, WorldFacts } from './world.ts'

/** The whole product on a clock that the journeys move, in the folder it is given; the folder goes with it unless kept. */
const [dataDir = '', name] = process.argv.slice(2)
const organisation = name === 'organisation' ? await startSamlProvider(['supporters.invalid']) : null
const saml = {
  SAML_METADATA: organisation?.metadataUrl,
  SAML_DOMAINS: organisation?.organisation.domains.join(','),
  SAML_EMAIL_ATTRIBUTE: organisation?.organisation.emailAttribute,
}
const clock = new ShiftedClock()
const product = await startProduct({
  config: readConfig({ DATA_DIR: dataDir, FANS: 'off', LOG_LEVEL: 'error', PATH: process.env.PATH, ...saml }),
  clock,
  port: await freePort(),
  webDir: fileURLToPath(new URL('../web/dist', import.meta.url)),
  onProgress: () => {},
  ready: Promise.resolve(),
})
const { people } = product
if (people === null || product.outbox === null) throw new Error('The journeys need the demonstration world')

const facts: WorldFacts = {
  url: product.url,
  fan: people.fan,
  admin: people.admin,
  crowd: people.crowd.map(({ email, password }) => ({ email, password })),
}
process.send?.({ ready: facts })

process.on('message', (order: Order) => {
  obey(order).then(
    (done) => process.send?.({ id: order.id, done }),
    (error: unknown) => process.send?.({ id: order.id, failed: String(error) }),
  )
})

// Journeys that were interrupted, even while the product started, leave nothing running.
if (process.connected) process.on('disconnect', () => void end())
else await end()

async function obey(order: Order): Promise<unknown> {
  if (order.do === 'advance') {
    clock.advance(order.minutes * 60_000)
    // The first may join a run that began before the clock moved; then the second is due, and otherwise does nothing.
    for (const _time of ['first', 'second']) await product.tribune.app.realtime.request()
    await publishDue(product.tribune.app)
    return clock.now().toISOString()
  }
  if (order.do === 'mail') return product.outbox?.waitFor(order.to)
  if (order.do !== 'stop') return bringAbout({ url: product.url, app: product.tribune.app, clock }, order)
  await end()
  return null
}

async function end(): Promise<void> {
  await product.stop()
  await organisation?.close()
  if (name !== 'kept') rmSync(dataDir, { recursive: true, force: true })
  setImmediate(() => process.exit(0))
}
