import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type LinkAnswer, readAnswer } from './profile-address.ts'

/** Reads the parameters that a link left in the address, and removes them from it. */
export function useLinkAnswer(): LinkAnswer {
  const [answer] = useState(() => readAnswer(window.location.search))
  const fromLink = answer.kind !== 'none'
  const navigate = useNavigate()
  useEffect(() => {
    if (fromLink) navigate({ to: '.', search: {}, replace: true })
  }, [fromLink, navigate])
  return answer
}
