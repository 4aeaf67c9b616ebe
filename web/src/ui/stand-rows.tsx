/** Radii of the rows of seats in a dark stadium: chalk dots that fade away from the lit corner. Decorative. */
const RADII = Array.from({ length: 26 }, (_, row) => 60 + row * 18)

export function StandRows() {
  return (
    <svg
      width="900"
      height="400"
      viewBox="0 0 900 400"
      aria-hidden="true"
      className="pointer-events-none absolute top-0 right-0 max-w-none"
    >
      {RADII.map((radius, row) => (
        <ellipse
          key={radius}
          cx={900}
          cy={-40}
          rx={radius * 1.35}
          ry={radius}
          fill="none"
          stroke="var(--edge)"
          strokeWidth={2.4}
          strokeLinecap="round"
          strokeDasharray="0.1 8.4"
          opacity={0.7 * (1 - row / RADII.length) ** 2.6}
        />
      ))}
    </svg>
  )
}
