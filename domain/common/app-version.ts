/**
 * Returns whether an installed app is older than the oldest version that the server accepts. Versions are numbers with dots, as the stores have them
 * (`1.4.0`); missing numbers count 0. `installed` is undefined for an app from before apps named their version, which is older than any.
 */
export function isOutdated(installed: string | undefined, oldest: string): boolean {
  if (installed === undefined) return true
  const [have, need] = [installed, oldest].map((version) => version.split('.').map(Number))
  const at = need?.findIndex((number, index) => number !== (have?.[index] || 0)) ?? -1
  return at !== -1 && (have?.[at] || 0) < (need?.[at] ?? 0)
}
