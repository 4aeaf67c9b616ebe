import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DemoMatch as Stored } from '@tribune/contract/operator/demo-match.ts'
import { DEMO_MATCH_ID, DEMO_STATES, type DemoState, demoStakes } from '@tribune/domain/matches/demo-match.ts'
import { statuses, demo as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { useState } from 'react'
import { HOME, matchKey } from '../../../data/keys.ts'
import { bringDemoMatch, deleteDemoMatch, demoMatchQuery } from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ConfirmAct } from '../act-buttons.tsx'
import { SelectField } from '../fields.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** Makes the demo match, brings it to any state, and removes it (spec section 9). */
export function DemoMatch() {
  const { data, error, refetch } = useQuery(demoMatchQuery)
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.unread(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <p role="status" className="font-semibold">
            {data === null ? words.none : words.state(stateWords(data))}
          </p>
          <StateForm stored={data} />
          {data !== null && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink to="/match/$id" params={{ id: DEMO_MATCH_ID }}>
                {words.open}
              </ButtonLink>
              <Remove stored={data} />
            </div>
          )}
        </div>
      )}
    </Section>
  )
}

/** Returns a function that reads all data that shows the demo match again. */
function useShown() {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [demoMatchQuery.queryKey, HOME, matchKey(DEMO_MATCH_ID)].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
}

function StateForm({ stored }: { readonly stored: Stored }) {
  const [state, setState] = useState<DemoState>('live_open')
  const make = useAct(bringDemoMatch, { done: () => words.made, onDone: useShown() })
  const { appears, ballotsLost } = demoStakes(stored, state)
  const act = stored !== null ? words.change : words.make
  return (
    <div className="flex w-full max-w-sm flex-col items-start gap-3">
      <SelectField
        label={words.choose}
        value={state}
        options={DEMO_STATES.map((value) => ({ value, label: words.states[value] }))}
        onChange={setState}
      />
      <ConfirmAct
        label={act}
        title={stored !== null ? words.changeTitle : words.makeTitle}
        consequence={words.consequence(words.states[state], { appears, ballotsLost })}
        tone={ballotsLost > 0 ? 'danger' : 'plain'}
        busy={make.isPending}
        onConfirm={() => make.mutate({ state, seen: stored })}
      />
    </div>
  )
}

function Remove({ stored }: { readonly stored: Stored }) {
  const remove = useAct(deleteDemoMatch, { done: () => words.removed, onDone: useShown() })
  return (
    <ConfirmAct
      label={words.remove}
      title={words.removeTitle}
      consequence={words.removeConsequence(stored?.ballots ?? 0)}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(stored)}
    />
  )
}

function stateWords({ status, minute, published, ballots }: NonNullable<Stored>): string {
  const parts = [statuses[status], minute === null ? null : words.atMinute(minute), published ? words.published : null]
  return [...parts.filter((part) => part !== null), words.ballots(ballots)].join(', ')
}
