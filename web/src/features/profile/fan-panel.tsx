import { useQueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { XP_PER_BALLOT } from '@tribune/domain/fan.ts'
import { LogOut, ShieldCheck } from 'lucide'
import { useState } from 'react'
import { common } from '../../i18n/fr.ts'
import { accountMessages, profile as words } from '../../i18n/fr-account.ts'
import { count } from '../../lib/format/numbers.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { toast } from '../../lib/state/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Face } from '../../ui/picture.tsx'
import { signOut } from '../account/api.ts'
import { fanName } from './fan-name.ts'

/** What stands before the @: the rest is no name. */
const nameIn = (email: string) => email.replace(/@.*/, '')

/** The signed-in fan, and what they have earned. */
export function FanPanel({ fan }: { readonly fan: Fan }) {
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Face name={fan.email === null ? words.fan : nameIn(fan.email)} size={56} />
        <div className="min-w-0 flex-1">
          <p className="font-bold [overflow-wrap:anywhere]">{fanName(fan)}</p>
          {fan.is_admin && (
            <Badge>
              <Icon of={ShieldCheck} size={16} />
              {words.admin}
            </Badge>
          )}
        </div>
      </div>
      {fan.admin_lacks !== null && (
        <p className="rounded-inner border-l-4 border-warn bg-raised px-3 py-2">{words.adminLacks[fan.admin_lacks]}</p>
      )}
      <dl className="grid grid-cols-2 gap-3">
        <Tile value={count(fan.xp)} label={words.xp} />
        <Tile value={count(fan.vote_count)} label={words.votes(fan.vote_count)} />
      </dl>
      <p className="text-sm text-quiet">{words.xpRule(XP_PER_BALLOT)}</p>
      <ButtonLink to="/points" className="self-start">
        {common.howItWorks}
      </ButtonLink>
    </section>
  )
}

function Tile({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div className="flex flex-col-reverse rounded-inner bg-raised px-3 py-2">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="figures text-4xl font-extrabold">{value}</dd>
    </div>
  )
}

/** Ends the session of this device. */
export function SignOutButton() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut(client)
      toast(words.signedOut)
    } catch (error) {
      toast(accountMessages.other(messageOf(error)), 'error')
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={leave}>
      <Icon of={LogOut} size={18} />
      {words.signOut}
    </Button>
  )
}
