import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { area } from '@tribune/french/sentences/operator/area.ts'
import { lazy, type ReactNode, Suspense } from 'react'
import { Tabs } from '../../ui/tabs.tsx'
import { ADMIN_TABS, type AdminTab } from './admin-address.ts'
import { OperatorFrame } from './operator-frame.tsx'
import { OperatorDesks, OperatorPages } from './operator-pages.tsx'
import { TabWaiting } from './tab-waiting.tsx'

const OverviewTab = lazy(async () => ({ default: (await import('./overview/overview-tab.tsx')).OverviewTab }))
const DiagnosticsTab = lazy(async () => ({
  default: (await import('./diagnostics/diagnostics-tab.tsx')).DiagnosticsTab,
}))
const BrandTab = lazy(async () => ({ default: (await import('./brand/brand-tab.tsx')).BrandTab }))
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
