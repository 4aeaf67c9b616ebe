import { type ReactNode, useId } from 'react'

interface SectionProps {
  readonly title: string
  readonly intro?: ReactNode
  /** Buttons next to the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One tool of the operator's area: a titled region. */
export function Section({ title, intro, actions, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {intro !== undefined && <p className="mb-4 max-w-prose text-quiet">{intro}</p>}
      {children}
    </section>
  )
}

interface ContentsProps {
  /** Name of the list, for screen readers. */
  readonly label: string
  /** Ids of the parts of this page, and their titles. */
  readonly parts: readonly (readonly [id: string, title: string])[]
  readonly className?: string
}

/** Links to the parts of a long page. */
export function Contents({ label, parts, className = '' }: ContentsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="grid grid-cols-2 gap-x-4 wide:grid-cols-4">
        {parts.map(([id, title]) => (
          <li key={id} className="border-b border-line">
            <a href={`#${id}`} className="target flex h-full items-center py-1 text-sm leading-tight font-semibold">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
