/** A browser's storage in memory. Like a real one, its keys are its own properties. */
class MemoryStorage {
  readonly [key: string]: unknown

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }

  setItem(key: string, text: string): void {
    Object.assign(this, { [key]: text })
  }

  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

export const memoryStorage = () => new MemoryStorage()

/** Throws as a browser does that refuses storage, or has no space left. */
export function refuse(): never {
  throw new DOMException('refused', 'SecurityError')
}
