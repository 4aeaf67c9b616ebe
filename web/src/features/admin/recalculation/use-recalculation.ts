import { useQuery, useQueryClient } from '@tanstack/react-query'
import { run as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { isUnderWay, recalculationQuery, startRun, stopRun } from '../../../data/operator/recalculation.ts'
import { useAct } from '../use-act.ts'

/** Returns the current or last recalculation, and the operator's actions on it. All components that show it share one read. */
export function useRecalculation() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(recalculationQuery)
  const show = () => client.invalidateQueries({ queryKey: recalculationQuery.queryKey })
  const start = useAct(startRun, {
    done: ({ joined }) => (joined ? words.joined : words.started),
    onDone: show,
  })
  const stop = useAct(stopRun, { done: () => words.stopping, onDone: show })
  return { data, error, refetch, start, stop, isBusy: isUnderWay(data?.run) || start.isPending }
}
