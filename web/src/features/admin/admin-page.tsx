import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { area, pageNames } from '@tribune/french/sentences/operator/area.ts'
import { OPERATOR_ADDRESSES, type OperatorAddress } from '@tribune/protocol/addresses.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { ADMIN_TABS, type AdminTab, ANY_PLAYER } from './admin-address.ts'
import { OperatorFrame } from './operator-frame.tsx'
import { TabWaiting } from './tab-waiting.tsx'

const OverviewTab = lazy(async () => ({ default: (await import('./overview/overview-tab.tsx')).OverviewTab }))

const DiagnosticsTab = lazy(async () => ({
  default: (await import('./diagnostics/diagnostics-tab.tsx')).DiagnosticsTab,
}))

const BrandTab = lazy(async () => ({ default: (await import('./pages/brand-book/brand-tab.tsx')).BrandTab }))

const CoefficientsTab = lazy(async () => ({
  default: (await import('./coefficients/coefficients-tab.tsx')).CoefficientsTab,
}))

const ReportingTab = lazy(async () => ({ default: (await import('./reporting/reporting-tab.tsx')).ReportingTab }))

const PANELS = {
  overview: OverviewTab,
  diagnostics: DiagnosticsTab,
  brand: BrandTab,
  coefficients: CoefficientsTab,
  reporting: ReportingTab,
} satisfies Record<AdminTab, unknown>

const route = getRouteApi('/admin')

/** Pages of the operator's own work: fans, ballots, players, journal. They stand before the tabs, where a thumb is. */
const DESKS = [
  '/admin/fans',
  '/admin/ballots',
  '/admin/players',
  '/admin/journal',
] as const satisfies readonly OperatorAddress[]

/** Administration: what needs an act, four tabs of tools, and the operator's other pages. */
export function AdminPage() {
  const { tab = ADMIN_TABS[0] } = route.useSearch()
  const navigate = useNavigate()
  const choose = (next: AdminTab) => void navigate({ to: '/admin', search: { tab: next }, resetScroll: false })
  const Panel = PANELS[tab]
  return (
    <OperatorFrame title={area.title} backTo="/">
      {() => (
        <>
          <OperatorDesks />
          <Tabs
            label={area.tabsLabel}
            tabs={ADMIN_TABS.map((value) => ({ value, label: area.tabs[value], whole: true }))}
            value={tab}
            onChange={choose}
            bar={(tabs) => <TabRow>{tabs}</TabRow>}
          >
            <div className="flex flex-col gap-6 pt-6">
              <Suspense fallback={<TabWaiting />}>
                <Panel />
              </Suspense>
            </div>
          </Tabs>
          <OperatorPages />
        </>
      )}
    </OperatorFrame>
  )
}

/** Tabs that do not fit take a line more, so that a phone shows all of them whole. */
function TabRow({ children }: { readonly children: ReactNode }) {
  return <div className="flex [&_[role=tab]]:grow [&>*]:flex-wrap wide:[&_[role=tab]]:grow-0">{children}</div>
}

const isDesk = (address: OperatorAddress) => DESKS.some((desk) => desk === address)

/** The ways to the operator's own work. */
function OperatorDesks() {
  return (
    <nav aria-label={area.desks} className="mb-4">
      <ul className="grid grid-cols-4 overflow-hidden rounded-card border border-line bg-surface">
        {DESKS.map((address) => (
          <li key={address} className="border-l border-line first:border-0">
            <Link
              to={address}
              className="target flex h-full items-center justify-center px-1.5 py-2 text-center text-sm leading-tight font-semibold -outline-offset-3 hyphens-auto hover:bg-raised wide:text-base"
            >
              {pageNames[address]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The developer's test pages, each under its address. */
function OperatorPages() {
  const pages = OPERATOR_ADDRESSES.filter((address) => address !== '/admin' && !isDesk(address))
  return (
    <nav aria-labelledby="operator-pages" className="mt-10 border-t border-line pt-6">
      <h2 id="operator-pages" className="mb-3 text-xl">
        {area.pages}
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 wide:grid-cols-3 wide:gap-x-6">
        {pages.map((address) => (
          <li key={address} className="border-b border-line">
            <Link
              to={address}
              params={{ name: ANY_PLAYER }}
              className="target flex h-full flex-col justify-center py-2 leading-tight hover:bg-raised"
            >
              <span className="font-semibold">{pageNames[address]}</span>
              <span className="figures text-sm text-quiet [overflow-wrap:anywhere]">
                {address.replace('{$name}', '{nom}')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
