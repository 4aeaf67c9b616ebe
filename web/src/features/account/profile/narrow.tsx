import type { ReactNode } from 'react'

interface NarrowProps {
  readonly title: string
  readonly intro: string | null
  readonly children: ReactNode
}

/** Limits the width of a form to that of its sentences. */
export function Narrow({ title, intro, children }: NarrowProps) {
  return (
    <section className="mx-auto max-w-[440px]">
      <h2 className="mb-5 text-xl">{title}</h2>
      {intro !== null && <p className="-mt-4 mb-5 text-quiet">{intro}</p>}
      {children}
    </section>
  )
}
