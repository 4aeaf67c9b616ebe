import { enable, givePush, receiverOf } from '../../support/push.ts'
import { workerInControl } from '../../support/worker.ts'
import { expect, test } from '../../support/world.ts'

test('an occasion whose message is sent again notifies once, even in a worker that has just started, and a first message always notifies', async ({
  page,
  world,
}) => {
  await givePush(page)
  await world.signIn(page)
  await page.goto('/profile')
  await enable(page)
  await workerInControl(page)
  const first = await receiverOf(page, world)
  const of = (tag: string) => ({ title: tag, body: 'Le vote est ouvert.', tag, data: { path: '/points' } })
  /** Which the worker remembers: it does so once it has shown. */
  const known = () =>
    page.evaluate(async () => {
      const names = (await (await caches.open('tribune-push')).keys()).map(({ url }) => new URL(url).pathname)
      return names.filter((name) => name.startsWith('/told/')).map((name) => name.split('/').at(-1))
    })
  await first.deliver(of('Rive'))
  await expect.poll(first.shown).toEqual(['Rive: Le vote est ouvert.'])
  await test.step('while it is on the screen, it is replaced', async () => {
    await first.deliver(of('Rive'))
    await expect.poll(first.showings).toEqual(['aloud Rive', 'aloud Rive'])
    expect(await first.shown()).toHaveLength(1)
    await expect.poll(known).toEqual(['Rive'])
  })
  await test.step('once the fan has put it away, it comes without a sound and goes at once', async () => {
    await first.dismiss()
    await first.deliver(of('Rive'))
    await expect.poll(first.showings).toEqual(['aloud Rive', 'aloud Rive', 'silent Rive'])
    await expect.poll(first.shown).toEqual([])
  })
  const second = await first.replaceWorker()
  await test.step('in a new worker it makes no sound either, and the next occasion notifies as usual', async () => {
    await second.deliver(of('Rive'))
    await expect.poll(second.showings).toEqual(['silent Rive'])
    await expect.poll(second.shown).toEqual([])
    await second.deliver(of('Aval'))
    await expect.poll(second.shown).toEqual(['Aval: Le vote est ouvert.'])
  })
  await test.step('fifty later, only the last fifty are known', async () => {
    for (let later = 1; later <= 50; later += 1) await second.deliver(of(`${later}`))
    await expect.poll(second.shown).toHaveLength(51)
    const numbers = async () => (await known()).map(Number).sort((one, other) => one - other)
    await expect.poll(numbers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
  })
  await test.step('a worker that cannot read which occasions it has shown notifies', async () => {
    await second.refuseCaches()
    await second.dismiss()
    await second.deliver(of('Lac'))
    await second.deliver(of('Lac'))
    await expect.poll(async () => (await second.showings()).slice(-2)).toEqual(['aloud Lac', 'aloud Lac'])
    expect(await second.shown()).toEqual(['Lac: Le vote est ouvert.'])
  })
})
