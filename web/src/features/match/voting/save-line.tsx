import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { PODIUM_SIZE } from '@tribune/domain/ballots/podium.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { banner, podium as words } from '@tribune/french/sentences/match.ts'
import { share } from '@tribune/french/sentences/share.ts'
import { Check, CircleAlert, CloudOff, CloudUpload, Image, Radio, TriangleAlert, Undo2, WifiOff } from 'lucide'
import { type FocusEvent, type MouseEvent, useEffect, useState } from 'react'
import { VOTED_MS } from '../../../lib/limits.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TimeLeft } from '../../home/card/countdown.tsx'
import type { BallotOnScreen } from './use-ballot.ts'

/** The part of a ballot that the line shows and changes. */
export interface ShownBallot
  extends Pick<
    BallotOnScreen,
    | 'podium'
    | 'struck'
    | 'status'
    | 'counted'
    | 'pick'
    | 'holds'
    | 'reading'
    | 'unread'
    | 'canUndo'
    | 'undo'
    | 'restore'
    | 'readAgain'
  > {
  /** Asks which of the two to keep. */
  readonly choose?: () => void
}

interface SaveLineProps {
  readonly ballot: ShownBallot
  readonly online: boolean
  /** When the vote ends, if that is known; else it is open while the match is played. */
  readonly closing?: Date | null | undefined
  /** Shares the podium of a fan who has voted. */
  readonly onShare?: (() => void) | undefined
}

/** The number of picks, whether they are saved, the time that is left, and an undo button. */
export function SaveLine({ ballot, online, closing = null, onShare }: SaveLineProps) {
  const { podium, struck, status, holds, reading, unread } = ballot
  const moment = useVotedMoment(ballot, onShare !== undefined)
  // The ballot that the fan wants to change, until they do.
  const [changed, setChanged] = useState<ShownBallot['podium'] | null>(null)
  const change = (event: MouseEvent<HTMLElement>) => {
    setChanged(podium)
    // Its button leaves the screen, and must not take the focus with it.
    event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-place] button')?.focus()
    moment.end()
  }
  return (
    <div className="@container min-w-0 flat:flex-1">
      {/* The buttons are higher than the line: there is nothing above the third step. */}
      <div className="flex min-h-9 items-center gap-2">
        <Count ballot={ballot} />
        <span className="grid min-h-6 min-w-0 flex-1 content-center text-sm leading-[1.2]">
          {!online && ['idle', 'saved', 'incomplete', 'emptied'].includes(status) ? (
            <Offline text={holds ? words.offlineHeld : words.offline} />
          ) : podium.length === 0 && status === 'idle' ? (
            !unread && <Invitation reading={reading} live={closing === null} />
          ) : (
            <State
              status={status}
              short={moment.isNow}
              hint={changed === podium}
              counted={ballot.counted}
              missing={closing === null ? PODIUM_SIZE - podium.length : 0}
            />
          )}
        </span>
        {moment.isNow ? (
          <span {...moment.hold} className="-my-1 flex shrink-0 gap-2">
            <MomentButton tone="bg-action text-on-action" text={words.share} name={share.podium} onClick={onShare} />
            <MomentButton tone="bg-raised" text={words.change} name={words.changeName} onClick={change} />
          </span>
        ) : (
          <Tools ballot={ballot} closing={closing} onShare={onShare} />
        )}
      </div>
      <div role="status">
        {status === 'held' && <p className="pb-2 text-sm text-quiet">{words.heldHint}</p>}
        {status === 'newer' && ballot.choose && (
          <Notice text={words.newerHint} action={words.chooseBallot} onAction={ballot.choose} />
        )}
        {status === 'failed' && <p className="pb-2 text-sm text-quiet">{words.failedHint}</p>}
        {status === 'emptied' && <Notice text={words.emptied} action={words.restore} onAction={ballot.restore} />}
        {struck.length > 0 && <p className="pb-2 text-sm">{struckHint(struck, podium.length - struck.length)}</p>}
        {unread && <Notice text={words.unread} action={words.readAgain} onAction={ballot.readAgain} />}
      </div>
    </div>
  )
}

/** The time that is left, and buttons that share the podium and take its last change back. */
function Tools({ ballot: { canUndo, undo }, closing, onShare }: Omit<SaveLineProps, 'online'>) {
  return (
    <>
      {closing != null && <Closing at={closing} />}
      {onShare && (
        <IconButton label={share.podium} onClick={onShare} aria-haspopup="dialog" className="-my-1 -mr-2">
          <Icon of={Image} size={20} />
        </IconButton>
      )}
      <IconButton label={words.undo} onClick={undo} off={!canUndo} className="-my-1 -mr-3">
        <Icon of={Undo2} size={20} />
      </IconButton>
    </>
  )
}

interface MomentButtonProps {
  readonly tone: string
  readonly text: string
  /** The whole sentence, for screen readers. */
  readonly name: string
  readonly onClick: ((event: MouseEvent<HTMLElement>) => void) | undefined
}

/** A button of a finger's height that is drawn as high as its line. */
function MomentButton({ tone, text, name, onClick }: MomentButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className={`target rounded-card border-y-[6px] border-transparent bg-clip-padding px-3 font-bold ${tone}`}
    >
      {text}
    </button>
  )
}

interface InvitationProps {
  readonly reading: boolean
  readonly live: boolean
}

/** Invites a fan without a ballot to vote. */
function Invitation({ reading, live }: InvitationProps) {
  if (reading) return <span className="text-quiet">{words.reading}</span>
  return (
    <span className="flex items-center gap-2">
      {live && (
        <span className="flex shrink-0 items-center gap-1.5 font-bold @max-[20rem]:hidden">
          <span
            aria-hidden="true"
            className="flex size-6 items-center justify-center rounded-inner bg-action text-on-action"
          >
            <Icon of={Radio} size={16} />
          </span>
          {banner.openLive}
        </span>
      )}
      <span className="text-quiet">{words.hint}</span>
    </span>
  )
}

/** The time left to vote. */
function Closing({ at }: { readonly at: Date }) {
  return (
    <span className="flex shrink-0 flex-col items-end text-sm leading-[1.2]">
      <span className="text-quiet @max-[20rem]:sr-only">{card.closesIn}</span>
      <TimeLeft closing={at} />
    </span>
  )
}

function Count({ ballot }: Pick<SaveLineProps, 'ballot'>) {
  const picks = isUnknown(ballot) ? null : ballot.podium.length
  return (
    <span className="figures text-xl leading-none font-extrabold">
      <span aria-hidden="true">{words.count(picks ?? words.unknown)}</span>
      {picks !== null && <span className="sr-only">{words.spokenCount(picks)}</span>}
    </span>
  )
}

/** Explains what becomes of the struck picks, and of the others on the podium. */
function struckHint(struck: ShownBallot['struck'], others: number): string {
  const named = (absent: boolean) =>
    struck.filter((pick) => pick.absent === absent).map(({ player_name = words.struck }) => player_name)
  const [absent, gone] = [named(true), named(false)]
  return [
    ...(absent.length === 0 ? [] : [words.absentHint(absent)]),
    ...(gone.length === 0 ? [] : [words.struckHint(gone)]),
    words.freeHint(struck.length, others),
  ].join(' ')
}

/** Returns whether the server may have a ballot that the screen does not know: its places are not free. */
export function isUnknown({ reading, unread }: Pick<ShownBallot, 'reading' | 'unread'>): boolean {
  return reading || unread
}

/** Explains what becomes of a vote without a network. */
function Offline({ text }: { readonly text: string }) {
  return (
    <span className="flex items-center gap-1.5 font-semibold text-quiet">
      <Icon of={WifiOff} size={18} className="shrink-0" />
      {text}
    </span>
  )
}

interface StateProps extends Pick<ShownBallot, 'status' | 'counted'> {
  readonly missing: number
  /** There is little room for words. */
  readonly short: boolean
  /** The fan wants to change a saved ballot. */
  readonly hint: boolean
}

/** The state of the podium. An incomplete podium does not count, which is shown in the colour of a warning. */
function State({ status, counted, missing, short, hint }: StateProps) {
  if (status === 'idle' || status === 'emptied') return null
  if (status === 'saved' && hint) return <span className="text-quiet">{words.changeHint}</span>
  const looks = {
    saving: { icon: CloudUpload, text: words.saving, ink: 'text-quiet' },
    held: { icon: CloudOff, text: words.held, ink: 'text-warn' },
    newer: { icon: TriangleAlert, text: words.newer, ink: 'text-warn' },
    saved: { icon: Check, text: words.saved, ink: 'text-good' },
    incomplete: { icon: CircleAlert, text: counted ? words.countsNoMore : words.countsNotYet, ink: 'text-warn' },
    failed: { icon: TriangleAlert, text: words.failed, ink: 'text-warn' },
  }
  const { icon, text, ink } = looks[status]
  return (
    <span className={`flex items-center gap-1.5 font-semibold ${ink}`}>
      <Icon of={icon} size={18} className="shrink-0" />
      <span className={`flat:sr-only ${short ? '@max-[20rem]:sr-only' : ''}`}>
        <span>{text}</span>
        {(status === 'incomplete' || status === 'held') && missing > 0 && (
          <span className="font-normal text-quiet"> {words.more(plural(missing, nouns.player))}</span>
        )}
      </span>
    </span>
  )
}

function Notice({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <div className="flex items-center gap-2 pb-1">
      <p className="flex-1 text-sm">{text}</p>
      <Button className="shrink-0 px-3" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}

/**
 * Returns whether the fan has just completed their ballot: for some seconds after it is saved, and longer while their focus is on what the moment shows,
 * or in a window that it opened.
 *
 * @param allowed Whether there is anything to show.
 */
function useVotedMoment(
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
