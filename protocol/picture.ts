/** Kinds of things with a picture: players (faces), teams and competitions (crests). */
export const PICTURE_KINDS = ['players', 'teams', 'competitions'] as const
/** One of the kinds. */
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** Sides of stored pictures, in pixels: for frames of 18 to 128 CSS pixels on screens of 1 to 3 device pixels each. */
export const PICTURE_SIZES = [48, 96, 192, 384] as const
/** One of the sides. */
export type PictureSize = (typeof PICTURE_SIZES)[number]

const MIDDLE: PictureSize = 192
const LARGEST: PictureSize = 384
const ADDRESS = /^(\/media\/[a-z]+\/(-?\d+)\/)\d+(\.webp(?:\?.*)?)$/

/** Owner of a picture. */
export interface PictureOf {
  readonly kind: PictureKind
  readonly id: number
}

/**
 * Returns the address of a picture on our own server, in the middle size. `version` identifies the source of the picture: another source
 * has another address, so that each address can be cached for ever (spec section 3, photo and logo fields).
 */
export function pictureAddress({ kind, id }: PictureOf, version: string): string {
  return `/media/${kind}/${id}/${MIDDLE}.webp?v=${version}`
}

/** Returns the address of the same picture in the smallest size that fills a frame of `side` device pixels. Returns any other address unchanged. */
export function sizedAddress(address: string, side: number): string {
  const size = PICTURE_SIZES.find((one) => one >= side) ?? LARGEST
  return address.replace(ADDRESS, `$1${size}$3`)
}

/** Returns the id in a picture's address; `null` in any other. */
export function pictureIdOf(address: string): number | null {
  const id = ADDRESS.exec(address)?.[2]
  return id === undefined ? null : Number(id)
}
