import { useState } from 'react'

interface ScoreProps {
  readonly score: number | null
  readonly className?: string
}

/** One side's goals. A change while mounted rolls once: the key makes a new element, which restarts the animation. */
export function Score({ score, className = '' }: ScoreProps) {
  const [shown, setShown] = useState({ score, changes: 0 })
  if (shown.score !== score) setShown({ score, changes: shown.changes + 1 })
  return (
    <span className={`block overflow-hidden text-center ${className}`}>
      <span key={shown.changes} className={shown.changes === 0 ? undefined : 'roll inline-block'}>
        {score ?? '–'}
      </span>
    </span>
  )
}
