import type { ReactNode } from 'react'

interface ColumnsProps {
  readonly children: ReactNode
  /** What stands beside the list from 900 px; on a phone it is left out. */
  readonly aside: ReactNode
}

/** One column on a phone, list and detail from 900 px: never a stretched phone. */
export function Columns({ children, aside }: ColumnsProps) {
  return (
    <div className="gutter mx-auto w-full max-w-[1120px] wide:grid wide:grid-cols-[minmax(0,1fr)_380px] wide:gap-8">
      <div className="min-w-0">{children}</div>
      <aside className="hidden wide:block">
        <div className="sticky top-6 flex flex-col gap-4">{aside}</div>
      </aside>
    </div>
  )
}
