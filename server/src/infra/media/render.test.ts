import { deflateSync } from 'node:zlib'
import { avatarSvg, crestSvg } from '@tribune/domain/players/crest.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { plainPng } from '../../testing/picture-source.ts'
import { isPlainDrawing, renderPicture } from './render.ts'

const RED = { r: 255, g: 0, b: 0, alpha: 1 }
const svg = (inside: string, about = 'viewBox="0 0 64 64"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${about}>${inside}</svg>`,
  )

/** Sizes and formats of the output. */
async function shapes(bytes: Buffer, kind: 'players' | 'teams' = 'teams') {
  const sizes = [...(await renderPicture(bytes, kind))].toSorted(([one], [other]) => one - other)
  return Promise.all(
    sizes.map(async ([size, webp]) => {
      const { format, width, height } = await sharp(webp).metadata()
      return [size, format, width, height]
    }),
  )
}

async function pixel(webp: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(webp ?? Buffer.alloc(0))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

describe('a picture', () => {
  test('is rendered square, in four sizes, never enlarged', async () => {
    expect(await shapes(await plainPng('#ff0000', 150))).toEqual([
      [48, 'webp', 48, 48],
      [96, 'webp', 96, 96],
      [192, 'webp', 150, 150],
      [384, 'webp', 150, 150],
    ])
    expect((await shapes(await plainPng('#ff0000', 1_000, 600))).map(([, , width]) => width)).toEqual([
      48, 96, 192, 384,
    ])
    expect((await shapes(await plainPng('#ff0000', 1)))[3]).toEqual([384, 'webp', 1, 1])
  })

  test('of a player fills its square, and a crest fits into it', async () => {
    const wide = await plainPng('#ff0000', 200, 100)
    expect((await pixel((await renderPicture(wide, 'players')).get(96), 48, 0))[3]).toBe(255)
    expect((await pixel((await renderPicture(wide, 'teams')).get(96), 48, 0))[3]).toBe(0)
    expect((await pixel((await renderPicture(wide, 'teams')).get(96), 48, 48))[3]).toBe(255)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('may be a %s', async (format) => {
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 3, background: RED } })
      .toFormat(format)
      .toBuffer()
    expect((await shapes(bytes)).length).toBe(4)
  })

  test('with animation is reduced to its first frame', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((colour) => plainPng(colour, 60)))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(3)
    const still = (await renderPicture(moving, 'teams')).get(48)
    expect((await sharp(still).metadata()).pages ?? 1).toBe(1)
    expect((await pixel(still, 24, 24))[0]).toBeGreaterThan(240)
  })

  test('loses its metadata after being rotated upright by it', async () => {
    const half = await sharp({ create: { width: 100, height: 100, channels: 3, background: RED } })
      .composite([{ input: await plainPng('#0000ff', 100, 50), top: 0, left: 0 }])
      .withExif({ IFD0: { Copyright: 'a photographer', ImageDescription: 'a home address' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer()
    const out = (await renderPicture(half, 'players')).get(96)
    const about = await sharp(out).metadata()
    expect([about.exif, about.icc, about.xmp, about.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect((await pixel(out, 48, 5))[0]).toBeGreaterThan(200)
    expect((await pixel(out, 48, 90))[2]).toBeGreaterThan(200)
  })

  test('that is an SVG is sharp even in the largest size', async () => {
    const drawn = svg('<path fill="#f00" d="M0 0h32v64H0Z"/>')
    expect((await shapes(drawn))[3]).toEqual([384, 'webp', 384, 384])
    const largest = (await renderPicture(drawn, 'teams')).get(384)
    expect([(await pixel(largest, 189, 192))[3], (await pixel(largest, 194, 192))[3]]).toEqual([255, 0])
  })
})

/** A PNG of the given size in a single colour: thousands of times smaller than its pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    return Buffer.concat([head, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const about = Buffer.alloc(13)
  about.writeUInt32BE(side, 0)
  about.writeUInt32BE(side, 4)
  about.set([1, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(side * Math.ceil(side / 8 + 1), 50_000_000)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', about), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

describe('an invalid picture', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(1_000)],
    ['a page', Buffer.from('<!doctype html><html><body><script>alert(1)</script></body></html>')],
    [
      'a page with a drawing far inside',
      Buffer.from(`<html>${' '.repeat(5_000)}<svg xmlns="http://www.w3.org/2000/svg"/></html>`),
    ],
    ['JSON', Buffer.from('{"error":"no such picture"}')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')],
    ['a signature and no more', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a drawing without a size', svg('', 'width="0" height="0"')],
    ['a drawing of 200 000 pixels a side', svg('', 'width="200000" height="200000"')],
    ['a drawing that is not closed', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g>')],
    ['a drawing of 300 kB', svg(`<!--${'x'.repeat(300_000)}-->`)],
    ['a bomb of 50 000 pixels a side', bomb(50_000)],
    ['a bomb of 5 000 pixels a side', bomb(5_000)],
  ])('such as %s is refused', async (_name, bytes) => {
    await expect(renderPicture(bytes, 'teams')).rejects.toThrow()
  })

  test('that is truncated is refused', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: RED,
        noise: { type: 'gaussian', mean: 100, sigma: 50 },
      },
    })
      .png()
      .toBuffer()
    await expect(renderPicture(whole.subarray(0, whole.length / 2), 'teams')).rejects.toThrow()
  })

  test.each(['tiff', 'avif'] as const)('such as a %s, which the provider never sends, is refused', async (format) => {
    const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: RED } })
      .toFormat(format)
      .toBuffer()
    await expect(renderPicture(bytes, 'teams')).rejects.toThrow()
  })
})

const layers = Array.from(
  { length: 12 },
  (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(10)}</g>`,
)
const entities = Array.from({ length: 10 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
const cuts = Array.from(
  { length: 9 },
  (_, level) =>
    `<clipPath id="c${level + 1}">${`<rect clip-path="url(#c${level})" width="9" height="9"/>`.repeat(9)}</clipPath>`,
)
const icon = new URL('../../../../web/public/icon-192.png', import.meta.url)

test.each([
  [
    'repeats itself a billion times',
    svg(`<defs><g id="l0"><path d="M0 0h9v9Z"/></g>${layers.join('')}</defs><use href="#l12"/>`),
  ],
  [
    'expands to gigabytes',
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&e10;</text></svg>`,
    ),
  ],
  [
    'cuts its cuts',
    svg(
      `<clipPath id="c0"><rect width="9" height="9"/></clipPath>${cuts.join('')}<rect clip-path="url(#c9)" width="9" height="9"/>`,
    ),
  ],
  ['is dashed a billion times', svg('<path stroke="#000" stroke-dasharray=".00001" d="M0 0h1000000"/>')],
  [
    'is styled from outside',
    Buffer.from(
      `<?xml-stylesheet type="text/css" href="data:text/css,path{stroke-dasharray:.01}"?>${svg('<path stroke="#000" d="M0 0h99"/>')}`,
    ),
  ],
  ['is styled', svg('<path style="stroke-dasharray:.00001" stroke="#000" d="M0 0h1000000"/>')],
  [
    'is filtered',
    svg('<filter id="f"><feTurbulence numOctaves="99999"/></filter><rect filter="url(#f)" width="64" height="64"/>'),
  ],
  ['reads a file', svg(`<image href="${icon}" width="64" height="64"/>`)],
  ['reads an address', svg('<image xlink:href="http://127.0.0.1:9/a.png" width="64" height="64"/>')],
  [
    'includes another',
    svg('<xi:include href="file:///etc/passwd" parse="text" xmlns:xi="http://www.w3.org/2001/XInclude"/>'),
  ],
  ['runs a script', svg('<script>alert(1)</script>')],
  ['holds a page', svg('<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>')],
  [
    'is written in another alphabet',
    Buffer.from('<?xml version="1.0" encoding="UTF-7"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'),
  ],
  ['has 1 001 elements', svg('<path d="M0 0h9"></path>'.repeat(1_001))],
])('a drawing that %s is refused before it is drawn', async (_name, bytes) => {
  await expect(renderPicture(bytes, 'teams')).rejects.toThrow(/the drawing is not plain|unsupported image format|Input/)
})

test('an SVG may begin with a byte order mark and an XML declaration', async () => {
  const drawn = svg('<path d="M0 0h32v64H0Z"/>')
  expect((await shapes(Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n${drawn}`))).length).toBe(4)
})

test('a compressed SVG is refused', () => {
  expect(isPlainDrawing(Buffer.from('\u001f\u008b\u0008packed', 'latin1'))).toBe(false)
})

test('our own drawings are accepted', async () => {
  for (const drawing of [crestSvg({ name: `L'Étoile & <b>Fils</b>`, id: 7 }), avatarSvg({ name: 'Éa', id: -1 })]) {
    expect((await shapes(Buffer.from(drawing))).length).toBe(4)
  }
})
