export function PlayerPage() {
  return null
}
