import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { foot } from '../i18n/fr.ts'

const LINKS = [
  { to: '/points', label: foot.points },
  { to: '/privacy', label: foot.privacy },
] as const

/** What a fan looks for at the end of a page: how it works, what is kept about them. */
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
