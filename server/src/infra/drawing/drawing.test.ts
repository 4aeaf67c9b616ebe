import satori from 'satori'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { EUROPEAN_NAMES } from '../../testing/constants.ts'
import type { MatchDrawing, Portrait, Step } from './drawing.ts'
import { FONTS, fontOf, type Setting, writable } from './fonts.ts'
import { type Customer, fanOf, Studio } from './studio.ts'

const portrait = (name: string, picture: Uint8Array | null = null): Portrait => ({
  name,
  id: 7,
  otherwise: 'Joueur',
  picture,
})
const FREE: Step = { holders: [], more: 0, points: null, note: null }

function drawing(home: Portrait): MatchDrawing {
  const texts = { competition: 'Ligue 1', when: 'sam. 22 nov.', title: null, notes: [], call: 'Vote', score: null }
  const podium = { 1: FREE, 2: FREE, 3: FREE }
  return { subject: 'match', format: 'card', ...texts, home, away: portrait('Stade Aval'), podium }
}

async function redPixels(png: Buffer): Promise<number> {
  const pixels = await sharp(png).removeAlpha().raw().toBuffer()
  let red = 0
  for (let at = 0; at < pixels.length; at += 3) if (pixels.readUIntBE(at, 3) === 0xff0000) red += 1
  return red
}

const FAN = fanOf('a fan')
const passer = (name: string): Customer => ({ counted: [[name, 1]], isFan: false })

const studio = new Studio()
afterAll(() => studio.close())

test('a picture is made once for all callers, and has the same bytes when made again', async () => {
  const asked = Array.from({ length: 5 }, () => studio.picture(drawing(portrait('FC Rive')), FAN))
  const [first, ...others] = await Promise.all(asked)
  expect(others.every((other) => other === first)).toBe(true)
  expect(studio.ready(drawing(portrait('FC Rive')))).toBe(first)
  expect(studio.made).toBe(1)
  const elsewhere = new Studio()
  expect((await elsewhere.picture(drawing(portrait('FC Rive')), FAN)).equals(first ?? Buffer.of())).toBe(true)
  await elsewhere.close()
})

test('a stored crest is shown, and an unreadable one is drawn', async () => {
  const red = { create: { width: 96, height: 96, channels: 3, background: '#ff0000' } } as const
  const webp = new Uint8Array(await sharp(red).webp({ lossless: true }).toBuffer())
  const drawn = await studio.picture(drawing(portrait('FC Rive')), FAN)
  const shown = await studio.picture(drawing(portrait('FC Rive', webp)), FAN)
  const broken = await studio.picture(drawing(portrait('FC Rive', new Uint8Array([1, 2, 3]))), FAN)
  expect([shown.equals(drawn), broken.equals(drawn)]).toEqual([false, true])
  expect(await redPixels(shown)).toBeGreaterThan(2_000)
  expect(await redPixels(drawn)).toBe(0)
})

test('pictures are made one at a time, and refused when too many wait', async () => {
  const small = new Studio({ maxWaiting: 1 })
  const asked = ['A', 'B', 'C'].map((name) => small.picture(drawing(portrait(name)), FAN))
  const [a, b, c] = await Promise.allSettled(asked)
  expect([a?.status, b?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(c).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
  expect(small.made).toBe(2)
  await small.close()
})

test('visitors leave places for fans, and no caller takes all places', async () => {
  const studio = new Studio({ maxWaiting: 5, maxForVisitors: 3, maxPerCaller: 2 })
  const orders: [string, Customer, string][] = [
    ['A', passer('one'), 'made'],
    ['B', passer('one'), 'made'],
    ['C', passer('one'), 'too_many_requests'],
    // Ordered already: it takes no place.
    ['A', passer('two'), 'made'],
    ['D', passer('two'), 'made'],
    ['E', passer('two'), 'busy'],
    ['F', FAN, 'made'],
    ['G', FAN, 'made'],
    ['H', FAN, 'too_many_requests'],
  ]
  const answers = await Promise.allSettled(orders.map(([name, by]) => studio.picture(drawing(portrait(name)), by)))
  const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? 'made' : answer.reason.code))
  expect(outcomes).toEqual(orders.map(([, , outcome]) => outcome))
  expect(await studio.picture(drawing(portrait('C')), passer('one'))).toBeInstanceOf(Buffer)
  await studio.close()
})

test('a caller who has waited too long is refused, and finds the picture later', async () => {
  const hurried = new Studio({ patienceMs: 0 })
  const wanted = drawing(portrait('FC Rive'))
  await expect(hurried.picture(wanted, FAN)).rejects.toMatchObject({ code: 'busy' })
  await expect.poll(() => hurried.ready(wanted), { timeout: 25_000 }).toBeInstanceOf(Buffer)
  expect(hurried.made).toBe(1)
  await hurried.close()
})

test('a stuck picture is abandoned, and the next is made', async () => {
  const studio = new Studio()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const endless = expect(studio.picture(drawing(portrait('FC Rive')), FAN)).rejects.toMatchObject({ code: 'busy' })
  vi.advanceTimersByTime(90_000)
  vi.useRealTimers()
  await endless
  expect(await studio.picture(drawing(portrait('FC Dune')), FAN)).toBeInstanceOf(Buffer)
  expect(studio.ready(drawing(portrait('FC Rive')))).toBeUndefined()
  await studio.close()
})

test('closing refuses current and waiting pictures, and makes no more', async () => {
  const studio = new Studio()
  const asked = ['A', 'B', 'C'].map((name) => studio.picture(drawing(portrait(name)), FAN))
  const refused = Promise.allSettled(asked)
  await studio.close()
  const busy = { status: 'rejected', reason: { code: 'busy' } }
  expect(await refused).toMatchObject([busy, busy, busy])
  await expect(studio.picture(drawing(portrait('D')), FAN)).rejects.toMatchObject({ code: 'busy' })
  expect(studio.made).toBe(1)
})

test('a background that could not be rendered once does not fail the next picture', async () => {
  vi.resetModules()
  onTestFinished(() => void vi.restoreAllMocks())
  const { draw } = await import('./draw.ts')
  const club = (name: string) => ({ name, id: 7, otherwise: 'Club', picture: null })
  const step = { holders: [], more: 0, points: null, note: null }
  const drawing: MatchDrawing = {
    subject: 'match',
    format: 'card',
    competition: 'Ligue 1',
    when: 'sam. 22 nov.',
    home: club('FC Rive'),
    away: club('Stade Aval'),
    score: null,
    title: null,
    notes: [],
    call: 'Vote',
    podium: { 1: step, 2: step, 3: step },
  }
  vi.spyOn(sharp.prototype, 'toBuffer').mockRejectedValueOnce(new Error('out of memory'))
  await expect(draw(drawing)).rejects.toThrow('out of memory')
  expect((await sharp(await draw(drawing)).metadata()).format).toBe('png')
})

const SETTINGS: readonly Setting[] = ['text', 'strong', 'figures']

test.each([
  ['what the fonts have stays', 'Łukasz Đặng – « FC » 1\u00a0234,5', 'Łukasz Đặng – « FC » 1\u00a0234,5'],
  ['a narrow space becomes one that they have', '1\u202f234', '1\u00a0234'],
  ['emoji go, the name stays', 'Zé 💥 Roberto ⚽️', 'Zé Roberto'],
  ['accents that the font lacks leave their letter', 'à̱ ﬁn', 'à fin'],
  ['marks of direction and controls go', 'a\u202eb\u200f\0c\u2066', 'ab c'],
  ['half of a pair goes', 'x\ud800y', 'xy'],
  ['a name without any letter of the font', 'محمد صلاح', 'Joueur'],
  ['only marks are left', '- . !', 'Joueur'],
  ['nothing at all', '', 'Joueur'],
])('%s', (_case, name, written) => {
  for (const setting of SETTINGS) expect(writable(name, setting, 'Joueur')).toBe(written)
})

/** Returns how a picture draws a character. */
function drawn(character: string, setting: Setting): Promise<string> {
  const tree = { type: 'div', key: null, props: { style: fontOf(setting), children: character } }
  return satori(tree, { width: 100, height: 100, fonts: [...FONTS] })
}

test.each(Object.entries(EUROPEAN_NAMES))('a picture draws each letter of a %s name', async (_language, name) => {
  for (const setting of SETTINGS) {
    expect(writable(name, setting)).toBe(name)
    const missing = await drawn('\u4e00', setting)
    for (const letter of new Set(name.replace(/[ -z]/g, '')))
      expect(await drawn(letter, setting), letter).not.toBe(missing)
  }
})
