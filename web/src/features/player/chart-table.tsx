import type { PlayerMatch } from '@tribune/contract/players.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { chart as words } from '@tribune/french/sentences/player.ts'
import { earnedWord, fixtureOf } from './match-words.ts'

/** The same values for those who do not see the drawing. */
export function ChartTable({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.match}</th>
            <th scope="col">{words.columns.day}</th>
            <th scope="col">{words.columns.points}</th>
            <th scope="col">{words.columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.match_id}>
              <th scope="row">{fixtureOf(match)}</th>
              <td>{shortDay(match.match_date)}</td>
              <td>{count(match.points)}</td>
              <td>{earnedWord(match)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
