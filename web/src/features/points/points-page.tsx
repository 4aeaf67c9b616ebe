export function PointsPage() {
  return null
}
