import type { ComponentType, ReactNode } from 'react'
import { useWide } from '../lib/device/use-platform.ts'

interface ColumnsProps {
  readonly children: ReactNode
  /** Content next to the list from 900 px. On a phone its code is not even fetched. */
  readonly aside: ComponentType
}

/** One column on a phone, list and detail side by side from 900 px. */
export function Columns({ children, aside: Aside }: ColumnsProps) {
  const wide = useWide()
  return (
    <div className="gutter mx-auto w-full max-w-page wide:grid wide:grid-cols-[minmax(0,1fr)_380px] wide:gap-8">
      <div className="min-w-0">{children}</div>
      {wide && (
        <aside>
          <div className="sticky top-[calc(var(--notch)+24px)] flex flex-col gap-4 pt-4">
            <Aside />
          </div>
        </aside>
      )}
    </div>
  )
}
