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
