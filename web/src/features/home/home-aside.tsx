export function HomeAside() {
  return null
}
