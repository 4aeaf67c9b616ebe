import { createHash, hash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file of a backup: its path from the backup's folder with `/`, size, and SHA-256 in hex. */
export interface FileSum {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** List of a backup's files. It is written last: a folder without it is not a backup. */
export interface Manifest {
  readonly version: 1
  readonly began: Date
  /** All that was committed before this moment is in the backup. */
  readonly ended: Date
  readonly files: readonly FileSum[]
}

/** A backup that was interrupted, altered or damaged. */
export class UnusableBackup extends Error {}

export const MANIFEST = 'manifest.json'
const BLOCK = 1 << 20
const REPORT_EVERY = 0.1
/** Room that must be left on a disk after a copy. */
const SPARE_BYTES = 256 << 20

/** Lists the files below a folder by their paths from it, in order, and throws at a link, as tablespaces are. */
export async function filesBelow(folder: string, isWanted: (path: string) => boolean = () => true): Promise<string[]> {
  const found: string[] = []
  const read = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (!isWanted(path)) continue
      if (entry.isSymbolicLink()) throw new Error(`${join(folder, path)} is a link: it cannot be backed up`)
      if (entry.isDirectory()) await read(path)
      else found.push(path)
    }
  }
  await read('')
  return found.sort()
}

/** Copies a file up to its present length, and syncs it to the disk. Returns `null` if it is gone. */
export async function copyFile(from: string, to: string): Promise<Omit<FileSum, 'path'> | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const source = await open(from).catch(unlessGone)
  if (source === null) return null
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      return await pour(source, target)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function pour(source: FileHandle, target: FileHandle): Promise<Omit<FileSum, 'path'>> {
  const { size } = await source.stat()
  const sum = createHash('sha256')
  const block = Buffer.alloc(Math.min(BLOCK, Math.max(size, 1)))
  let bytes = 0
  while (bytes < size) {
    const { bytesRead } = await source.read(block, 0, Math.min(block.length, size - bytes))
    if (bytesRead === 0) break
    const part = block.subarray(0, bytesRead)
    sum.update(part)
    await target.writeFile(part)
    bytes += bytesRead
  }
  await target.sync()
  return { bytes, sha256: sum.digest('hex') }
}

function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Reports a copy's progress, once for each tenth. */
export function progressOf(total: number, verb: string, onProgress: (line: string) => void): (bytes: number) => void {
  const megabytes = (bytes: number) => Math.round(bytes / 1e6)
  let done = 0
  let next = REPORT_EVERY
  return (bytes) => {
    done += bytes
    if (done < next * total) return
    onProgress(`${verb} ${megabytes(done)} of ${megabytes(Math.max(done, total))} MB`)
    next = Math.ceil((done / total + 1e-9) / REPORT_EVERY) * REPORT_EVERY
  }
}

export async function sizeOf(folder: string, paths: readonly string[]): Promise<number> {
  let bytes = 0
  for (const path of paths) bytes += (await stat(join(folder, path)).catch(unlessGone))?.size ?? 0
  return bytes
}

/** Throws unless the disk of a folder has room for as many bytes, and some to spare. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const missing = bytes + SPARE_BYTES - bavail * bsize
  if (missing > 0) throw new Error(`${folder} is too small: ${Math.ceil(missing / 1e6)} MB more are needed`)
}

const sumOf = (manifest: Manifest) => hash('sha256', JSON.stringify(manifest))

export function manifestText(manifest: Manifest): string {
  return JSON.stringify({ sum: sumOf(manifest), manifest }, null, 1)
}

/** Reads what a backup holds. Throws `UnusableBackup` if it was interrupted, or if a file is missing, added, or of another size. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, MANIFEST), 'utf8').catch(unlessGone)
  if (text === null) throw new UnusableBackup(`${backup} has no ${MANIFEST}: it is not a backup, or was interrupted`)
  const manifest = parse(text)
  if (manifest === null) throw new UnusableBackup(`${backup}: ${MANIFEST} was altered or cut`)
  if (manifest.version !== 1) throw new UnusableBackup(`${backup} is of another version: ${manifest.version}`)
  const found = new Set((await filesBelow(backup)).filter((path) => path !== MANIFEST))
  for (const { path, bytes } of manifest.files) {
    if (!found.delete(path)) throw new UnusableBackup(`${backup}: ${path} is missing`)
    if ((await stat(join(backup, path))).size !== bytes)
      throw new UnusableBackup(`${backup}: ${path} was altered or cut`)
  }
  const [added] = found
  if (added !== undefined) throw new UnusableBackup(`${backup}: ${added} does not belong to it`)
  return manifest
}

function parse(text: string): Manifest | null {
  try {
    const { sum, manifest } = JSON.parse(text) as { sum: string; manifest: Manifest }
    if (sumOf(manifest) !== sum) return null
    return { ...manifest, began: new Date(manifest.began), ended: new Date(manifest.ended) }
  } catch {
    return null
  }
}
