import type { ReactNode } from 'react'

interface ChapterProps {
  /** Id of its anchor. */
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="flex min-w-0 flex-col gap-4 outline-none">
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
