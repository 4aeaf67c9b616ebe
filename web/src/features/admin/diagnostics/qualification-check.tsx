import type { QualificationDiagnostic } from '@tribune/contract/operator/diagnostics.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { qualification as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { checkQualification } from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ActFailure } from '../act-failure.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Checks the competitions of World Cup qualification, and the clubs of their players (spec section 9). */
export function QualificationCheck() {
  const sentenceFor = (error: unknown) => words.failed(messageOf(error))
  const act = useAct(() => checkQualification(), { done: () => null, failed: sentenceFor })
  return (
    <Section title={words.title} intro={words.intro}>
      <Button busy={act.isPending} onClick={() => act.mutate()}>
        {words.start}
      </Button>
      {act.error !== null && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
      {act.data !== undefined && <Findings found={act.data} />}
    </Section>
  )
}

function Findings({ found }: { readonly found: QualificationDiagnostic }) {
  return (
    <div className="mt-4">
      <table className="w-full text-left">
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-1 pr-4 font-normal">{words.competition}</th>
            <th className="py-1 pr-4 text-right font-normal">{words.matches}</th>
            <th className="py-1 text-right font-normal">{words.finished}</th>
          </tr>
        </thead>
        <tbody>
          {found.competitions.map(({ id, name, enabled, matches, finished }) => (
            <tr key={id} className="border-t border-line">
              <td className="py-1 pr-4 [overflow-wrap:anywhere]">
                {name === null ? words.unknown(id) : words.known(id, name)}
                {name !== null && !enabled && <span className="text-quiet"> ({words.hidden})</span>}
              </td>
              <td className="figures py-1 pr-4 text-right">{count(matches)}</td>
              <td className="figures py-1 text-right">{count(finished)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className={`mt-3 font-semibold ${found.wrong > 0 ? 'text-warn' : ''}`}>
        {found.wrong === 0 ? words.good(found.checked) : words.bad(found.wrong, found.checked)}
      </p>
      {found.more && <p className="text-quiet">{words.more(found.checked)}</p>}
      <ul>
        {found.players.map(({ player_id, name, stored, expected }) => (
          <li key={player_id} className="[overflow-wrap:anywhere]">
            {words.player(name, stored ?? words.noClub, expected)}
          </li>
        ))}
      </ul>
    </div>
  )
}
