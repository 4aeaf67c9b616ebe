import { useNavigate } from '@tanstack/react-router'
import { accountMessages } from '@tribune/french/sentences/account.ts'
import { useEffect, useState } from 'react'
import { tabStorage } from '../../../lib/device/storage.ts'
import { toast } from '../../../lib/state/toast.ts'
import { answerProblem, type FormStage } from '../account-rules.ts'
import {
  type Handover,
  handoverIn,
  handoverPath,
  type LinkAnswer,
  type Proving,
  readAnswer,
} from '../sign-in-return/profile-address.ts'
import { enterRecovery, leaveRecovery, type Recovery, storedRecovery } from '../sign-in-return/recovery-store.ts'
import { useLinkAnswer } from '../sign-in-return/use-link-answer.ts'

const NOTHING: LinkAnswer = { kind: 'none' }
const KEY = 'tribune-handover'

/** As long as the mails of a sign-in are valid, in milliseconds. */
const LIFE_MS = 15 * 60_000

/** Reads the request in the profile's address, of a fan who comes from a mail's link, a provider or the native app. Returns it with its next steps. */
export function useArrival() {
  const link = useLinkAnswer()
  const [opening, setOpening] = useState(() => openingOf(link))
  const [begin, setBegin] = useState<FormStage | undefined>(
    link.kind === 'refused' && link.deadReset ? 'forgot' : undefined,
  )
  const [exchanging, setExchanging] = useState(link.kind === 'exchange')
  const [proving, setProving] = useState(() => provingOf(link))
  const [choosing, setChoosing] = useState(() =>
    link.kind === 'refused' ? null : (recoveryOf(link) ?? storedRecovery()),
  )
  useEffect(() => {
    if (choosing === null) leaveRecovery()
    else enterRecovery(choosing)
  }, [choosing])
  const [handover, setHandover] = useHandover()
  const navigate = useNavigate()
  const goOn = (back: string | null | undefined) => {
    setExchanging(false)
    if (choosing?.confirmed === null) setBegin('password')
    setChoosing(null)
    setProving(null)
    const next = handoverIn(back ?? '')
    if (next !== null) setHandover(next)
    else if (back) void navigate({ href: back, replace: true })
  }
  /** Follows an exchanged link: elsewhere, or on this very screen with a new password to choose, or with an error. */
  const exchanged = (path: string) => {
    const { pathname, search } = new URL(path, window.location.href)
    const next = pathname === '/profile' ? readAnswer(search) : NOTHING
    if (next.kind === 'none' || next.kind === 'exchange') {
      if (link.kind === 'exchange' && link.link.kind === 'signIn') toast(accountMessages.linkOpened)
      return goOn(path)
    }
    setExchanging(false)
    setProving(provingOf(next))
    setChoosing(recoveryOf(next))
    setOpening(openingOf(next))
  }
  const askAgain = () => {
    setChoosing(null)
    setOpening(null)
    setBegin('forgot')
  }
  const failed = (sentence: string | null) => {
    setOpening(sentence)
    setExchanging(false)
  }
  return {
    /** The message above the sign-in form, such as why a link did not work. */
    opening,
    /** Where the form begins: after a dead link to a new password with another one, after a new password with that. */
    begin,
    /** The link that is being exchanged for a session. */
    exchange: exchanging && link.kind === 'exchange' ? link.link : null,
    /** The pending sign-in, after its first proof. */
    proving,
    /** The new password that has to be chosen. */
    choosing,
    handover,
    setHandover,
    goOn,
    exchanged,
    askAgain,
    failed,
  }
}

function openingOf(answer: LinkAnswer): string | null {
  if (answer.kind !== 'refused') return null
  return answer.deadReset ? accountMessages.resetLinkExpired : answerProblem(answer.error)
}

const provingOf = (answer: LinkAnswer): Proving | null => (answer.kind === 'proving' ? answer.proving : null)
const recoveryOf = (answer: LinkAnswer): Recovery | null => (answer.kind === 'recovery' ? answer.recovery : null)

/** Moves the handover that the app requests from the address to the session storage, where it survives a reload. */
function useHandover() {
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
