import { describe, expect, test } from 'vitest'
import { pictureAddress, pictureIdOf, sizedAddress } from './picture.ts'

const face = pictureAddress({ kind: 'players', id: -12 }, 'abc')

describe('the address of a picture', () => {
  test('names whose it is, a size, and the source it was taken from', () => {
    expect(face).toBe('/media/players/-12/192.webp?v=abc')
  })

  test.each([
    [1, 48],
    [48, 48],
    [49, 96],
    [40 * 2, 96],
    [40 * 3, 192],
    [64 * 3, 192],
    [88 * 3, 384],
    [9_999, 384],
  ])('for a frame of %i device pixels is that of the smallest size that fills it: %i', (side, size) => {
    expect(sizedAddress(face, side)).toBe(`/media/players/-12/${size}.webp?v=abc`)
  })

  test('returns the id', () => {
    expect([face, sizedAddress(face, 40), '/media/teams/7/48.webp'].map(pictureIdOf)).toEqual([-12, -12, 7])
  })

  test.each(['', 'https://example.invalid/a/192.webp', '/media/teams/x/192.webp', 'data:image/png;base64,AA=='])(
    'is not what %j is: it stays as it is, and has no id',
    (other) => {
      expect([sizedAddress(other, 40), pictureIdOf(other)]).toEqual([other, null])
    },
  )
})
