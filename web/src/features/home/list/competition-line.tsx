import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { CoefficientBadge } from '../../../ui/badge.tsx'
import { Crest } from '../../../ui/picture.tsx'

type Weighted = Pick<
  HomeFixture,
  'competition_id' | 'competition_name' | 'competition_logo' | 'competition_coefficient'
>

/** The competition of a card or of a run of rows, with its coefficient if it is shown. */
export function CompetitionLine({ match }: { readonly match: Weighted }) {
  const { competition_id: id, competition_name: name, competition_coefficient: coefficient } = match
  return (
    <>
      <Crest name={name} id={id} src={match.competition_logo} size={20} />
      <bdi className="shrink-999 truncate font-semibold">{name}</bdi>
      {isCoefficientShown(coefficient) && <CoefficientBadge value={coefficient} />}
    </>
  )
}
