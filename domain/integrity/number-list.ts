/** A list of integers that grows without an object for each. */
export class NumberList {
  #values = new Int32Array(64)
  length = 0

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  /** Returns the numbers from `start` to `end`, without copying them. */
  part(start: number, end: number): Int32Array {
    return this.#values.subarray(start, end)
  }
}

/** Returns the number of a value, counted in order of appearance. */
export function numberOf<Value>(numbers: Map<Value, number>, value: Value): number {
  const known = numbers.get(value)
  if (known !== undefined) return known
  numbers.set(value, numbers.size)
  return numbers.size - 1
}
