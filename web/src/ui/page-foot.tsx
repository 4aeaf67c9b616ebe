import { Link } from '@tanstack/react-router'
import { foot } from '@tribune/french/sentences/app.ts'
import { memo } from 'react'

const LINKS = [
  { to: '/points', label: foot.points },
  { to: '/privacy', label: foot.privacy },
  { to: '/legal', label: foot.legal },
] as const

/** Links at the end of a page: how votes count, the privacy policy and the legal notice. */
export const PageFoot = memo(function PageFoot() {
  return (
    <footer className="gutter mx-auto mt-10 max-w-page">
      <ul className="flex flex-wrap justify-center gap-x-6 border-t border-line pt-4 text-quiet">
        {LINKS.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="target inline-flex items-center underline-offset-4 hover:text-text hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </footer>
  )
})
