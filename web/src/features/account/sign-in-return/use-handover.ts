import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { tabStorage } from '../../../lib/device/storage.ts'
import { type Handover, handoverIn, handoverPath } from './profile-address.ts'

const KEY = 'tribune-handover'
/** As long as the mails of a sign-in are valid, in milliseconds. */
const LIFE_MS = 15 * 60_000

/** Moves the handover that the app requests from the address to the session storage, where it survives a reload. */
export function useHandover() {
  const [handover, setHandover] = useState(
    () => handoverIn(window.location.pathname + window.location.search) ?? storedHandover(),
  )
  const navigate = useNavigate()
  useEffect(() => {
    if (handoverIn(window.location.pathname + window.location.search) === null) return
    void navigate({ to: '.', search: {}, replace: true })
  }, [navigate])
  useEffect(() => store(handover), [handover])
  return [handover, setHandover] as const
}

function store(handover: Handover | null): void {
  if (handover === null) tabStorage.remove(KEY)
  else tabStorage.write(KEY, JSON.stringify({ path: handoverPath(handover), until: Date.now() + LIFE_MS }))
}

function storedHandover(): Handover | null {
  const { path, until } = Object(tabStorage.readJson(KEY))
  return until > Date.now() ? handoverIn(path) : null
}
