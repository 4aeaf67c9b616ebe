import { getRouteApi } from '@tanstack/react-router'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { ballots as words } from '@tribune/french/sentences/operator/ballots.ts'
import { OperatorFrame } from '../operator-frame.tsx'
import { BallotMatchChoice } from './ballot-match-choice.tsx'
import { BallotGroupsView } from './groups-view.tsx'

const route = getRouteApi('/admin/ballots')

/** Ballots under suspicion: of one match, or the choice of one. */
export function BallotsPage() {
  const { match } = route.useSearch()
  return (
    <OperatorFrame title={pageNames['/admin/ballots']}>
      {() => (
        <>
          <p className="mb-4 max-w-prose text-quiet">{words.intro}</p>
          {match === undefined ? <BallotMatchChoice /> : <BallotGroupsView key={match} matchId={match} />}
        </>
      )}
    </OperatorFrame>
  )
}
