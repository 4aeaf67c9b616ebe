import { inflateSync } from 'node:zlib'

/** Sizes and offsets in a WOFF 1.0 file (W3C, 2012) and in its `cmap` table (OpenType 1.9). */
const WOFF_HEADER = 44
const WOFF_ENTRY = 20
const CMAP_HEADER = 4
const CMAP_ENTRY = 8
/** Unicode up to U+FFFF, which covers our fonts. */
const WINDOWS = 3
const UNICODE_BMP = 1
const SEGMENTS = 4
const SEGMENTS_HEADER = 14
/** Ends the list of segments, and is no character. */
const LAST_SEGMENT = 0xffff

/** Returns all characters that a WOFF font has. */
export function charactersOf(woff: Buffer): Set<string> {
  const cmap = tableOf(woff, 'cmap')
  const subtable = subtableOf(cmap)
  const characters = new Set<string>()
  const segments = subtable.readUInt16BE(6) / 2
  for (let index = 0; index < segments; index += 1) {
    const end = subtable.readUInt16BE(SEGMENTS_HEADER + index * 2)
    // A padding number separates ends from starts.
    const start = subtable.readUInt16BE(SEGMENTS_HEADER + (segments + index) * 2 + 2)
    if (end === LAST_SEGMENT) continue
    for (let code = start; code <= end; code += 1) characters.add(String.fromCharCode(code))
  }
  return characters
}

function tableOf(woff: Buffer, wanted: string): Buffer {
  const tables = woff.readUInt16BE(12)
  for (let at = WOFF_HEADER; at < WOFF_HEADER + tables * WOFF_ENTRY; at += WOFF_ENTRY) {
    if (woff.toString('latin1', at, at + 4) !== wanted) continue
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)]
    const bytes = woff.subarray(offset, offset + packed)
    return packed === length ? bytes : inflateSync(bytes)
  }
  throw new Error(`a font without ${wanted}`)
}

function subtableOf(cmap: Buffer): Buffer {
  const subtables = cmap.readUInt16BE(2)
  for (let at = CMAP_HEADER; at < CMAP_HEADER + subtables * CMAP_ENTRY; at += CMAP_ENTRY) {
    const subtable = cmap.subarray(cmap.readUInt32BE(at + 4))
    const isUnicode = cmap.readUInt16BE(at) === WINDOWS && cmap.readUInt16BE(at + 2) === UNICODE_BMP
    if (isUnicode && subtable.readUInt16BE(0) === SEGMENTS) return subtable
  }
  throw new Error('a font without Unicode')
}
