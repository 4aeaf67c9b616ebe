import { frame as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import type { ReactNode } from 'react'
import { ScrollRegion } from '../../scroll-region.tsx'

interface Column<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Digits, at the right. */
  readonly figures?: boolean
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
}

/** On a phone the name of a row stays at the left while the rest scrolls. */
const NAMED = 'sticky left-0 z-1 bg-surface wide:static'
/** Words take the width that they need, up to a limit: a long name breaks rather than push the figures out of sight. */
const NAME = 'w-max max-w-36 [overflow-wrap:anywhere] wide:max-w-96'
const WORDS = 'w-max max-w-60 [overflow-wrap:anywhere] wide:max-w-[32rem]'

/** A table that scrolls within itself, by finger and by keyboard: the page never does. The first column names the row. */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <ScrollRegion label={words.table(caption)} className="relative">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-edge text-sm text-quiet">
            {columns.map(({ head, figures }, index) => (
              <th
                key={head}
                scope="col"
                className={`px-2 py-2 font-semibold wide:px-4 wide:first:pl-0 ${figures ? 'text-right' : ''} ${index === 0 ? NAMED : ''}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              {columns.map(({ head, cell, figures = false }, index) => (
                <Cell key={head} names={index === 0} figures={figures}>
                  {cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface CellProps {
  /** Whether it names its row. */
  readonly names: boolean
  readonly figures: boolean
  readonly children: ReactNode
}

function Cell({ names, figures, children }: CellProps) {
  const look = 'px-2 py-2 align-top font-normal wide:px-4 wide:first:pl-0'
  if (names) {
    return (
      <th scope="row" className={`${look} ${NAMED}`}>
        <div className={NAME}>{children}</div>
      </th>
    )
  }
  if (figures) return <td className={`${look} figures text-right`}>{children}</td>
  return (
    <td className={look}>
      <div className={WORDS}>{children}</div>
    </td>
  )
}
