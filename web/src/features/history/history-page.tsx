import { history } from '@tribune/french/sentences/history.ts'
import { Columns } from '../../ui/columns.tsx'
import { FillingLine } from '../../ui/filling-line.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { TopBar } from '../../ui/top-bar.tsx'
import { useRootLength } from '../match/use-root-length.ts'
import { SeasonAside } from '../rankings/season-aside.tsx'
import { HistoryContent } from './history-content.tsx'
import { HistoryFigures } from './history-figures.tsx'
import { HistoryFilter } from './history-filter.tsx'
import { useHistory } from './use-history.ts'

/** Historique: the finished matches of the last thirty days. */
export function HistoryPage() {
  const played = useHistory()
  // The sticky heading of the day is under the bar: focused elements scroll clear of both.
  useRootLength('--head', '52px')
  return (
    <>
      <ScreenTitle>{history.title}</ScreenTitle>
      <PullToRefresh onRefresh={played.refresh} busy={played.refreshing} />
      <TopBar title={history.title}>
        <RefreshButton onRefresh={played.refresh} busy={played.refreshing} />
      </TopBar>
      <FillingLine />
      <Columns aside={SeasonAside}>
        <p className="pt-3 text-quiet">{history.intro}</p>
        <HistoryFigures played={played} />
        <HistoryFilter played={played} />
        <HistoryContent played={played} />
      </Columns>
      <FootBar />
    </>
  )
}
