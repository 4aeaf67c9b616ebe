import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { type FocusEvent, useEffect, useState } from 'react'
import { VOTED_MS } from '../../../lib/limits.ts'
import type { BallotOnScreen } from './use-ballot.ts'

/**
 * Returns whether the fan has just completed their ballot: for some seconds after it is saved, and longer while their focus is on what the moment shows,
 * or in a window that it opened.
 *
 * @param allowed Whether there is anything to show.
 */
export function useVotedMoment(
  { canUndo, podium, status }: Pick<BallotOnScreen, 'canUndo' | 'podium' | 'status'>,
  allowed: boolean,
) {
  const isSaved = allowed && canUndo && status === 'saved' && isComplete(podium)
  const [lasts, setLasts] = useState(false)
  const [focused, setFocused] = useState(false)
  useEffect(() => {
    setLasts(isSaved)
    if (!isSaved) return
    const timer = setTimeout(() => setLasts(false), VOTED_MS)
    return () => clearTimeout(timer)
  }, [isSaved])
  const end = () => {
    setLasts(false)
    setFocused(false)
  }
  const hold = {
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget: next }: FocusEvent) =>
      setFocused(currentTarget.contains(next) || next?.closest('[role=dialog]') != null),
  }
  return { isNow: isSaved && (lasts || focused), end, hold }
}
