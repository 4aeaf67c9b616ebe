import { hash } from 'node:crypto'
import { type PictureKind, pictureAddress } from '@tribune/protocol/picture.ts'

/** 48 bits, enough for two sources of one player never to collide. */
const DIGITS = 12

/** Hashes the source of a picture, so that another source gets another address. */
export function pictureVersion(source: string): string {
  return hash('sha256', source).slice(0, DIGITS)
}

/** Returns our own address of a picture, or `null` without a source. Phones never load from the provider, which would see every fan. */
export function ownPicture(kind: PictureKind, id: number, source: string | null): string | null {
  return source === null || source === '' ? null : pictureAddress({ kind, id }, pictureVersion(source))
}
