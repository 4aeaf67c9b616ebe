import { compareBytes, joinBytes, type Sha256 } from './bytes.ts'

/** The Merkle tree of RFC 9162, section 2.1. All hashes are SHA-256, 32 bytes. */

/** Number of leaves of a tree, and its root. */
export interface Head {
  readonly size: number
  readonly root: Uint8Array
}

const LEAF = Uint8Array.of(0)
/** The bytes of a node, of which trees hash one for each leaf: reused, because new ones take longer than to hash them. */
const NODE = new Uint8Array(65)
NODE[0] = 1

/** Hashes the bytes of a leaf. */
export function leafHash(sha: Sha256, bytes: Uint8Array): Uint8Array {
  return sha(joinBytes(LEAF, bytes))
}

/** Hashes two neighbouring subtrees into their parent. */
export function nodeHash(sha: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  NODE.set(left, 1)
  NODE.set(right, 33)
  return sha(NODE)
}

/** Computes the root of a tree whose leaf hashes arrive one by one. Stores one hash for each one bit of the size. */
export class TreeHead {
  readonly #sha: Sha256
  /** Roots of the complete subtrees, largest first. */
  readonly #parts: Uint8Array[]
  #size: number

  /** @param start Size and `parts` of another head, which this one goes on from. */
  constructor(
    sha: Sha256,
    start: { readonly size: number; readonly parts: readonly Uint8Array[] } = { size: 0, parts: [] },
  ) {
    this.#sha = sha
    this.#parts = [...start.parts]
    this.#size = start.size
  }

  /** Roots of the complete subtrees, one for each one bit of the size. */
  get parts(): readonly Uint8Array[] {
    return this.#parts
  }

  get size(): number {
    return this.#size
  }

  add(leaf: Uint8Array): void {
    let hash = leaf
    // Each one bit at the end of the size is a subtree as large as the one that has just been completed.
    for (let rest = this.#size; rest % 2 === 1; rest = half(rest)) {
      hash = nodeHash(this.#sha, this.#parts.pop() ?? hash, hash)
    }
    this.#parts.push(hash)
    this.#size += 1
  }

  /** Returns the root of the leaves so far; more may follow. */
  root(): Uint8Array {
    if (this.#size === 0) return this.#sha(new Uint8Array())
    return this.#parts.reduceRight((right, left) => nodeHash(this.#sha, left, right))
  }
}

/** Returns the root of the leaves in `[from, to)`. */
export function rootOf(sha: Sha256, leaves: readonly Uint8Array[], from = 0, to = leaves.length): Uint8Array {
  const head = new TreeHead(sha)
  for (let index = from; index < to; index += 1) head.add(leaves[index] ?? new Uint8Array())
  return head.root()
}

/** Returns the proof that the leaf at `index` is in the tree, from the leaf upwards (2.1.3.1). Hashes each leaf once. */
export function inclusionProof(sha: Sha256, leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!(index in leaves)) throw new RangeError(`no leaf ${index} among ${leaves.length}`)
  const proof: Uint8Array[] = []
  let [from, to] = [0, leaves.length]
  while (to - from > 1) {
    const middle = from + leftSize(to - from)
    if (index < middle) {
      proof.push(rootOf(sha, leaves, middle, to))
      to = middle
    } else {
      proof.push(rootOf(sha, leaves, from, middle))
      from = middle
    }
  }
  return proof.reverse()
}

/** Returns whether a proof shows that the tree `head` has this leaf hash at `index` (2.1.3.2). */
export function isIncluded(
  sha: Sha256,
  head: Head,
  { leaf, index, proof }: { readonly leaf: Uint8Array; readonly index: number; readonly proof: readonly Uint8Array[] },
): boolean {
  if (index < 0 || index >= head.size) return false
  let [at, last, hash] = [index, head.size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sha, sibling, hash)
      ;[at, last] = withoutZeros(at, last)
    } else hash = nodeHash(sha, hash, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && compareBytes(hash, head.root) === 0
}

/** Returns the proof that the tree begins with its first `from` leaves (2.1.4.1). It is empty from 0, and from the whole tree. */
export function consistencyProof(sha: Sha256, leaves: readonly Uint8Array[], from: number): Uint8Array[] {
  if (from < 0 || from > leaves.length) throw new RangeError(`no tree of ${from} among ${leaves.length} leaves`)
  if (from === 0) return []
  const proof: Uint8Array[] = []
  let [start, end] = [0, leaves.length]
  while (from !== end) {
    const middle = start + leftSize(end - start)
    if (from <= middle) {
      proof.push(rootOf(sha, leaves, middle, end))
      end = middle
    } else {
      proof.push(rootOf(sha, leaves, start, middle))
      start = middle
    }
  }
  // A verifier knows the root of a subtree that begins the tree.
  if (start > 0) proof.push(rootOf(sha, leaves, start, end))
  return proof.reverse()
}

/** Returns whether a proof shows that the tree `next` begins with the tree `old` (2.1.4.2). Every tree begins with the empty one. */
export function isConsistent(sha: Sha256, old: Head, next: Head, proof: readonly Uint8Array[]): boolean {
  if (old.size > next.size) return false
  if (old.size === 0) return proof.length === 0 && compareBytes(old.root, sha(new Uint8Array())) === 0
  if (old.size === next.size) return proof.length === 0 && compareBytes(old.root, next.root) === 0
  let [at, last] = [old.size - 1, next.size - 1]
  while (at % 2 === 1) [at, last] = [half(at), half(last)]
  const [start, ...rest] = at === 0 ? [old.root, ...proof] : proof
  if (start === undefined) return false
  let [before, after] = [start, start]
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      before = nodeHash(sha, sibling, before)
      after = nodeHash(sha, sibling, after)
      ;[at, last] = withoutZeros(at, last)
    } else after = nodeHash(sha, after, sibling)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && compareBytes(before, old.root) === 0 && compareBytes(after, next.root) === 0
}

/** Sizes may exceed the 32 bits of a shift. */
function half(value: number): number {
  return Math.floor(value / 2)
}

/** Goes up while the subtree at `at` is a left one without a right sibling. */
function withoutZeros(at: number, last: number): [number, number] {
  let pair: [number, number] = [at, last]
  while (pair[0] % 2 === 0 && pair[0] !== 0) pair = [half(pair[0]), half(pair[1])]
  return pair
}

/** Returns the leaves of the left part of a tree: the largest power of two below `size`. */
function leftSize(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}
