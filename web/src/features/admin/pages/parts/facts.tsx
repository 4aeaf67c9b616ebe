import type { ReactNode } from 'react'

const isFigure = (value: ReactNode) => typeof value !== 'string' || !/\p{L}{2}/u.test(value)

/** Facts by name: `[['Rang', '1er']]`. */
export function Facts({ of }: { readonly of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 wide:grid-cols-2">
      {of.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
          <dt className="text-quiet">{name}</dt>
          <dd className={`min-w-0 text-right font-bold [overflow-wrap:anywhere] ${isFigure(value) ? 'figures' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
