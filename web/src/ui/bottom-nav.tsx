import { Link } from '@tanstack/react-router'
import { navigation } from '@tribune/french/sentences/app.ts'
import { CircleUserRound, House, Sparkles, Trophy } from 'lucide'
import { Icon } from './icon.tsx'

const TABS = [
  { to: '/', label: navigation.home, icon: House, exact: true },
  { to: '/rankings', label: navigation.rankings, icon: Trophy, exact: false },
  { to: '/points', label: navigation.points, icon: Sparkles, exact: false },
  { to: '/profile', label: navigation.profile, icon: CircleUserRound, exact: false },
] as const

interface BottomNavProps {
  /** Search parameters of the home screen. */
  readonly home: object
}

/** Four labelled tabs: a bar at the bottom of a phone, a line at the top of a wide screen. */
export function BottomNav({ home }: BottomNavProps) {
  return (
    <nav
      aria-label={navigation.label}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] wide:static wide:border-0 wide:bg-transparent wide:pb-0"
    >
      <ul className="mx-auto flex max-w-[560px] wide:gap-1">
        {TABS.map(({ to, label, icon, exact }) => (
          <li key={to} className="flex-1">
            <Link
              to={to}
              search={to === '/' ? home : {}}
              activeOptions={{ exact, includeSearch: false }}
              className="group relative flex h-[60px] flex-col items-center justify-center gap-0.5 text-label font-semibold text-quiet hover:text-text aria-[current=page]:text-text wide:h-11 wide:flex-row wide:gap-2 wide:rounded-inner wide:px-3 wide:text-base"
            >
              <span
                aria-hidden="true"
                className="absolute inset-x-5 top-0 h-[3px] rounded-full group-aria-[current=page]:bg-text wide:inset-x-3 wide:top-auto wide:bottom-0"
              />
              <Icon of={icon} size={22} className="wide:size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
