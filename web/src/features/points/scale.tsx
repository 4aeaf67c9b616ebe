import { POINT_SCALE, pointsFor } from '@tribune/domain/results/points.ts'
import { coefficient, count, ordinal } from '@tribune/french/format/numbers.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { useId, useState } from 'react'
import type { Competition } from '../../data/competitions.ts'
import { PlaceBadge } from '../../ui/badge.tsx'
import { Select } from '../../ui/select.tsx'

interface ScaleProps {
  readonly competitions: readonly Competition[]
}

/** The ten ranks and their points, as bars: the basic scale, or that of a competition of the fan's choice. */
export function Scale({ competitions }: ScaleProps) {
  const [picked, setPicked] = useState<number | null>(null)
  const fieldId = useId()
  const factor = competitions.find(({ id }) => id === picked)?.coefficient ?? 1
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor={fieldId} className="text-sm text-quiet">
          {points.scale.pick}
        </label>
        <Select
          size="page"
          id={fieldId}
          value={picked ?? ''}
          onChoose={(value) => setPicked(value === '' ? null : Number(value))}
        >
          <option value="">{points.scale.plain}</option>
          {competitions.map(({ id, name, coefficient: value }) => (
            <option key={id} value={id}>
              {points.scale.choice(name, coefficient(value))}
            </option>
          ))}
        </Select>
      </div>
      <ScaleTable factor={factor} />
    </>
  )
}

function ScaleTable({ factor }: { readonly factor: number }) {
  const best = pointsFor(1, factor)
  return (
    <table className="w-full border-separate border-spacing-y-1">
      <caption className="sr-only">{points.scale.label}</caption>
      <thead className="sr-only">
        <tr>
          <th>{points.scale.rank}</th>
          <th>{points.scale.points}</th>
        </tr>
      </thead>
      <tbody>
        {POINT_SCALE.map((_, index) => {
          const earned = pointsFor(index + 1, factor)
          return (
            <tr key={ordinal(index + 1)}>
              <td className="w-9 pr-2">
                <PlaceBadge place={index + 1} label={ordinal(index + 1)} size="sm" />
              </td>
              <td>
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="amount h-2 rounded-full bg-quiet"
                    style={{ width: `${(earned / best) * 80}%` }}
                  />
                  <span className="figures text-lg leading-6 font-bold">{count(earned)}</span>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
