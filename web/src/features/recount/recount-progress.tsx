import { recount } from '@tribune/french/sentences/integrity/recount.ts'

interface RecountProgressProps {
  readonly counted: number
  /** 0 while the record is read. */
  readonly all: number
}

const { progress: words } = recount

/** The progress of a recount, in ballots. */
export function RecountProgress({ counted, all }: RecountProgressProps) {
  const isCounting = all > 0
  const share = isCounting ? counted / all : 0
  const value = isCounting ? words.counted(counted, all) : words.reading
  return (
    <div className="flex max-w-[640px] flex-col gap-3 rounded-card bg-board p-5 text-on-board">
      <p className="text-sm text-board-quiet">{isCounting ? words.counting : words.reading}</p>
      <p className="figures text-3xl leading-none font-extrabold" aria-hidden="true">
        {isCounting ? words.counted(counted, all) : '–'}
      </p>
      <div
        role="progressbar"
        aria-label={words.label}
        aria-valuenow={isCounting ? Math.floor(share * 100) : undefined}
        aria-valuetext={value}
        className="h-2 overflow-hidden rounded-full bg-[#ffffff2b]"
      >
        <div className="amount h-full rounded-full bg-gold" style={{ width: `${share * 100}%` }} />
      </div>
      <p className="text-sm text-board-quiet">{words.leave}</p>
    </div>
  )
}
