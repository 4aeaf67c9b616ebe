import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { overview, anomalies as words } from '@tribune/french/sentences/operator/overview.ts'
import { anomaliesQuery, type FeedAnomaly } from '../../../data/operator/overview.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Section } from '../section.tsx'
import { PARTS } from './need-rows.ts'

/** Lists of more rows are folded. */
const UNFOLDED = 5

/** The newest anomalies of the feed, each with its match. */
export function AnomalyList() {
  const { data, error, refetch } = useQuery(anomaliesQuery)
  return (
    <div id={PARTS.anomalies}>
      <Section title={words.title} intro={words.intro}>
        {data === undefined && error !== null && (
          <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={refetch} />
        )}
        {data?.length === 0 && <p>{words.none}</p>}
        {data !== undefined && data.length > 0 && (
          <details open={data.length <= UNFOLDED}>
            <summary className="target cursor-pointer content-center font-semibold">{words.show(data.length)}</summary>
            <ul className="flex flex-col">
              {data.map((anomaly) => (
                <Row key={`${anomaly.match_id} ${anomaly.kind}`} anomaly={anomaly} />
              ))}
            </ul>
          </details>
        )}
      </Section>
    </div>
  )
}

function Row({ anomaly }: { readonly anomaly: FeedAnomaly }) {
  const { match_id, home_team, away_team, kind, raw_status, first_seen_at } = anomaly
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="/match/$id"
        params={{ id: match_id }}
        className="target flex flex-col justify-center py-2 leading-tight hover:bg-raised"
      >
        <span className="font-semibold [overflow-wrap:anywhere]">{words.kind(kind)}</span>
        <span className="[overflow-wrap:anywhere] underline underline-offset-4">
          {overview.match(home_team, away_team)}
        </span>
        <span className="text-sm text-quiet [overflow-wrap:anywhere]">
          {words.line(raw_status, shortDay(first_seen_at), hour(first_seen_at))}
        </span>
      </Link>
    </li>
  )
}
