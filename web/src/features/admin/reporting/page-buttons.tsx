import { count } from '@tribune/french/format/numbers.ts'
import { reporting } from '@tribune/french/sentences/operator/reporting.ts'
import { ChevronLeft, ChevronRight } from 'lucide'
import { pageWindow } from '../../../lib/list/page-window.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const words = reporting.pages

interface PageButtonsProps {
  readonly page: number
  readonly pages: number
  readonly onChoose: (page: number) => void
}

/** Previous, up to five pages around the current one, next, and « Page x / y ». */
export function PageButtons({ page, pages, onChoose }: PageButtonsProps) {
  return (
    <nav aria-label={words.label} className="mt-4 flex flex-col items-center gap-2">
      <div className="flex items-center gap-2">
        <IconButton label={words.previous} off={page <= 1} onClick={() => onChoose(page - 1)}>
          <Icon of={ChevronLeft} size={20} />
        </IconButton>
        <p role="status" className="figures">
          {words.of(page, pages)}
        </p>
        <IconButton label={words.next} off={page >= pages} onClick={() => onChoose(page + 1)}>
          <Icon of={ChevronRight} size={20} />
        </IconButton>
      </div>
      {pages > 1 && (
        <div className="flex gap-1">
          {pageWindow(page, pages).map((number) => (
            <button
              key={number}
              type="button"
              aria-label={words.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChoose(number)}
              className={`target figures min-w-11 rounded-inner px-1 font-bold ${number === page ? 'border border-edge bg-raised' : 'hover:bg-raised'}`}
            >
              {count(number)}
            </button>
          ))}
        </div>
      )}
    </nav>
  )
}
