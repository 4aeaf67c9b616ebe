import { Link } from '@tanstack/react-router'
import type { Fan } from '@tribune/contract/accounts.ts'
import { XP_PER_BALLOT } from '@tribune/domain/fans/fan.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { votingRight, profile as words } from '@tribune/french/sentences/account.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { settings } from '@tribune/french/sentences/settings.ts'
import { Settings, ShieldCheck } from 'lucide'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Face } from '../../../ui/picture.tsx'
import { fanName } from './fan-words.ts'

/** The place of the settings on the profile. */
export const SETTINGS_ID = 'reglages'

/** Returns the local part of an address, as a name. */
const nameIn = (email: string) => email.replace(/@.*/, '')

/** The signed-in fan, and what they have earned. */
export function FanPanel({ fan }: { readonly fan: Fan }) {
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Face name={fan.email === null ? words.fan : nameIn(fan.email)} size={56} />
        <div className="min-w-0 flex-1">
          <p className="font-bold [overflow-wrap:anywhere]">{fanName(fan)}</p>
          {/* A page load, because the operator's routes are not part of the fan's app. */}
          {fan.is_admin && (
            <a href="/admin" className="target -ml-2 inline-flex items-center gap-1 rounded-inner px-2 font-semibold">
              <Icon of={ShieldCheck} size={16} />
              {words.admin}
            </a>
          )}
        </div>
        {/* From 900 px they are next to this. */}
        <Link
          to="/profile"
          hash={SETTINGS_ID}
          aria-label={settings.title}
          title={settings.title}
          className="target -mr-2 inline-flex items-center justify-center self-start rounded-inner hover:bg-raised wide:hidden"
        >
          <Icon of={Settings} size={22} />
        </Link>
      </div>
      {fan.admin_lacks !== null && (
        <p className="rounded-inner border-l-4 border-warn bg-raised px-3 py-2">{words.adminLacks[fan.admin_lacks]}</p>
      )}
      {fan.voting_closed != null && <VotingClosed {...fan.voting_closed} />}
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

/** Why this fan cannot vote. */
function VotingClosed({ since, reason }: NonNullable<Fan['voting_closed']>) {
  return (
    <div className="rounded-inner border-l-4 border-warn bg-raised px-3 py-2">
      <p className="font-semibold">{votingRight.closed(relativeDay(since, serverNow()))}</p>
      <p className="whitespace-pre-line [overflow-wrap:anywhere]">{votingRight.reason(reason)}</p>
      <p className="text-sm text-quiet">{votingRight.remaining}</p>
    </div>
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
