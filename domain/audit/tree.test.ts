import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fromHex, type Sha256, toHex } from './bytes.ts'
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootOf,
  TreeHead,
} from './tree.ts'

const sha: Sha256 = (bytes) => hash('sha256', bytes, 'buffer')

/** The leaves, roots and proofs by which implementations of Certificate Transparency are tested. */
const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const LEAVES = INPUTS.map((input) => leafHash(sha, fromHex(input)))
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const [A, B, C, D, E] = [
  '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
  '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
  '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
]
const LEFT_OF_EIGHT = 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'

const leavesOf = (size: number) => Array.from({ length: size }, (_, index) => leafHash(sha, Uint8Array.of(index)))
const headOf = (leaves: readonly Uint8Array[]) => ({ size: leaves.length, root: rootOf(sha, leaves) })

/** Returns the bytes with one bit turned. */
function altered(bytes: Uint8Array, at: number): Uint8Array {
  return bytes.map((byte, index) => (index === at % bytes.length ? byte ^ (1 << (at % 8)) : byte))
}

/** The tree as the RFC defines it. */
function defined(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha(new Uint8Array())
  if (leaves.length === 1) return first
  const left = 2 ** (Math.ceil(Math.log2(leaves.length)) - 1)
  return nodeHash(sha, defined(leaves.slice(0, left)), defined(leaves.slice(left)))
}

describe('the known trees of Certificate Transparency', () => {
  test.each(ROOTS.map((root, size) => [size, root]))('the root of %i leaves is as published', (size, root) => {
    expect(toHex(rootOf(sha, LEAVES, 0, Number(size)))).toBe(root)
  })

  test.each([
    [0, 8, [A, B, C]],
    [5, 8, [D, E, LEFT_OF_EIGHT]],
    [2, 3, [ROOTS[2]]],
    [0, 1, []],
  ])('the proof of leaf %i among %i is as published', (index, size, proof) => {
    expect(inclusionProof(sha, LEAVES.slice(0, size), index).map(toHex)).toEqual(proof)
  })

  test.each([
    [1, 8, [A, B, C]],
    [6, 8, ['0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a', E, LEFT_OF_EIGHT]],
    [2, 5, [B, D]],
    [8, 8, []],
  ])('the proof from %i to %i leaves is as published', (from, size, proof) => {
    expect(consistencyProof(sha, LEAVES.slice(0, size), from).map(toHex)).toEqual(proof)
  })
})

it('has the root of the definition at every size', () => {
  const head = new TreeHead(sha)
  for (let size = 0; size <= 70; size += 1) {
    expect(head.size).toBe(size)
    expect(toHex(head.root())).toBe(toHex(defined(leavesOf(size))))
    head.add(leafHash(sha, Uint8Array.of(size)))
  }
})

it('proves every leaf of every size, and no leaf at another index', () => {
  for (let size = 1; size <= 70; size += 1) {
    const leaves = leavesOf(size)
    const head = headOf(leaves)
    for (const [index, leaf] of leaves.entries()) {
      const proof = inclusionProof(sha, leaves, index)
      expect(isIncluded(sha, head, { leaf, index, proof })).toBe(true)
      expect(isIncluded(sha, head, { leaf, index: (index + 1) % (size + 1), proof })).toBe(false)
    }
  }
})

it('proves that every tree begins with each smaller one', () => {
  for (let size = 0; size <= 70; size += 1) {
    const leaves = leavesOf(size)
    for (let from = 0; from <= size; from += 1) {
      const proof = consistencyProof(sha, leaves, from)
      expect(isConsistent(sha, headOf(leaves.slice(0, from)), headOf(leaves), proof)).toBe(true)
    }
  }
})

const tree = fc
  .integer({ min: 2, max: 70 })
  .chain((size) => fc.record({ size: fc.constant(size), index: fc.nat(size - 1), bit: fc.nat(), part: fc.nat() }))

it('refuses a leaf, root or proof with an altered bit, and a proof of another length', () => {
  fc.assert(
    fc.property(tree, ({ size, index, bit, part }) => {
      const leaves = leavesOf(size)
      const head = headOf(leaves)
      const leaf = leaves[index] ?? head.root
      const proof = inclusionProof(sha, leaves, index)
      const wrong = proof.map((one, at) => (at === part % proof.length ? altered(one, bit) : one))
      expect(isIncluded(sha, head, { leaf: altered(leaf, bit), index, proof })).toBe(false)
      expect(isIncluded(sha, { ...head, root: altered(head.root, bit) }, { leaf, index, proof })).toBe(false)
      expect(isIncluded(sha, head, { leaf, index, proof: wrong })).toBe(false)
      expect(isIncluded(sha, head, { leaf, index, proof: proof.slice(1) })).toBe(false)
      expect(isIncluded(sha, head, { leaf, index, proof: [...proof, leaf] })).toBe(false)
    }),
  )
})

it('refuses a tree that another one does not begin with, and altered proofs of it', () => {
  fc.assert(
    fc.property(tree, ({ size, index, bit, part }) => {
      const leaves = leavesOf(size)
      const [old, next] = [headOf(leaves.slice(0, index + 1)), headOf(leaves)]
      const proof = consistencyProof(sha, leaves, index + 1)
      const wrong = proof.map((one, at) => (at === part % proof.length ? altered(one, bit) : one))
      expect(isConsistent(sha, { ...old, root: altered(old.root, bit) }, next, proof)).toBe(false)
      expect(isConsistent(sha, old, { ...next, root: altered(next.root, bit) }, proof)).toBe(false)
      expect(isConsistent(sha, old, next, [...proof, old.root])).toBe(false)
      if (proof.length === 0) return
      expect(isConsistent(sha, old, next, wrong)).toBe(false)
      expect(isConsistent(sha, old, next, proof.slice(1))).toBe(false)
      expect(isConsistent(sha, next, old, proof)).toBe(false)
    }),
  )
})

it('refuses a node in place of a leaf', () => {
  const [, ...proof] = inclusionProof(sha, LEAVES, 0)
  const head = headOf(LEAVES)
  expect(isIncluded(sha, head, { leaf: rootOf(sha, LEAVES, 0, 2), index: 0, proof })).toBe(false)
})

it('has no proof of a leaf or tree beyond its end', () => {
  expect(() => inclusionProof(sha, LEAVES, 8)).toThrow(RangeError)
  expect(() => consistencyProof(sha, LEAVES, 9)).toThrow(RangeError)
  const head = headOf(LEAVES)
  expect(isIncluded(sha, head, { leaf: LEAVES[0] ?? head.root, index: -1, proof: [] })).toBe(false)
})

it('hashes a million leaves, and proves one of them', () => {
  const leaves = Array.from({ length: 1_000_000 }, () => LEAVES[0] ?? new Uint8Array())
  const start = performance.now()
  const head = headOf(leaves)
  const proof = inclusionProof(sha, leaves, 777_777)
  expect(isIncluded(sha, head, { leaf: leaves[0] ?? head.root, index: 777_777, proof })).toBe(true)
  expect(proof).toHaveLength(20)
  expect(performance.now() - start).toBeLessThan(60_000)
})
