import { hash } from 'node:crypto'
import { type PictureKind, pictureAddress } from '@tribune/domain/picture.ts'

/** 48 bits: two sources of one player never meet by chance. */
const DIGITS = 12

/** Names the source of a picture: another source is another picture, with an address of its own. */
export function pictureVersion(source: string): string {
  return hash('sha256', source).slice(0, DIGITS)
}

/** A picture as a phone may load it: only from ourselves, never from the provider's host, who would learn of every fan. */
export function ownPicture(kind: PictureKind, id: number, source: string | null): string | null {
  return source === null || source === '' ? null : pictureAddress({ kind, id }, pictureVersion(source))
}
