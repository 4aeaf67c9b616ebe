import { coefficient } from '@tribune/french/format/numbers.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { METALS } from './metals.ts'

/** The competition coefficient. Show it only if `isCoefficientShown`. */
export function CoefficientBadge({ value }: { readonly value: number }) {
  return (
    <span className="figures inline-flex items-center rounded-full bg-raised px-2 py-0.5 text-base leading-5 font-bold text-text">
      <span className="sr-only">{common.coefficient} </span>
      <span aria-hidden="true">×{'\u202f'}</span>
      {coefficient(value)}
    </span>
  )
}

/** A place, in metal for the podium and in chalk for the others. Screen readers read `label`, such as « 1er ». */
export function PlaceBadge({ place, label, size = 'base' }: { place: number; label: string; size?: 'sm' | 'base' }) {
  const shape = size === 'sm' ? 'min-h-6 min-w-6 px-1 text-base leading-6' : 'min-h-9 min-w-9 px-1.5 text-lg'
  return (
    <span
      className={`figures inline-flex shrink-0 items-center justify-center rounded-inner font-extrabold ${shape} ${METALS[place]?.surface ?? 'border border-line text-text'}`}
    >
      <span aria-hidden="true">{place}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
