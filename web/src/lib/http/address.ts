/** Joins a path and its query, without undefined values. */
export function addressOf(path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
