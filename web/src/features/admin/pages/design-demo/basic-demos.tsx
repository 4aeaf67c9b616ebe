import { ordinal } from '@tribune/french/format/numbers.ts'
import { signIn } from '@tribune/french/sentences/account.ts'
import { designDemo as words } from '@tribune/french/sentences/operator/design-demo.ts'
import { X } from 'lucide'
import { useState } from 'react'
import { CoefficientBadge, PlaceBadge } from '../../../../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ClubName } from '../../../../ui/club-name.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Mark } from '../../../../ui/mark.tsx'
import { ErrorNotice, Notice } from '../../../../ui/notice.tsx'
import { Ordinal } from '../../../../ui/ordinal.tsx'
import { Crest, Face } from '../../../../ui/picture.tsx'
import { RefreshButton } from '../../../../ui/refresh-button.tsx'
import { Score } from '../../../../ui/score.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { StandRows } from '../../../../ui/stand-rows.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { Tabs } from '../../../../ui/tabs.tsx'
import { PasswordField, TextField } from '../../../../ui/text-field.tsx'
import { CodeField } from '../../../account/sign-in/form-fields.tsx'

const nothing = () => {}

export function ButtonDemo() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button tone="action">{words.buttons.action}</Button>
      <Button>{words.buttons.plain}</Button>
      <Button tone="quiet">{words.buttons.quiet}</Button>
      <Button tone="danger">{words.buttons.danger}</Button>
      <Button disabled>{words.buttons.disabled}</Button>
      <Button busy>{words.buttons.busy}</Button>
      <ButtonLink to="/rankings">{words.buttons.link}</ButtonLink>
      <IconButton label={words.buttons.icon}>
        <Icon of={X} size={22} />
      </IconButton>
      <IconButton label={words.buttons.off} off>
        <Icon of={X} size={22} />
      </IconButton>
      <RefreshButton onRefresh={nothing} busy={false} />
      <RefreshButton onRefresh={nothing} busy />
    </div>
  )
}

const TONES = ['neutral', 'live', 'good', 'warn'] as const

export function BadgeDemo() {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {TONES.map((tone) => (
        <StatusBadge key={tone} tone={tone}>
          {words.badges[tone]}
        </StatusBadge>
      ))}
      <CoefficientBadge value={3.5} />
      {[1, 2, 3, 4, 1_204].map((place) => (
        <PlaceBadge key={place} place={place} label={ordinal(place)} />
      ))}
      <PlaceBadge place={1} label={ordinal(1)} size="sm" />
      <span className="figures text-2xl font-bold">
        <Ordinal rank={1} /> <Ordinal rank={1_204} />
      </span>
    </div>
  )
}

const TABS = ['short', 'other', 'long'] as const

export function TabDemo() {
  const [tab, setTab] = useState<(typeof TABS)[number]>('short')
  return (
    <Tabs
      label={words.tabs.label}
      tabs={TABS.map((value) => ({ value, label: words.tabs[value], whole: value === 'short' }))}
      value={tab}
      onChange={setTab}
    >
      <p className="pt-3">{words.tabs.shown(words.tabs[tab])}</p>
    </Tabs>
  )
}

export function FieldDemo() {
  const [values, setValues] = useState({
    plain: '',
    filled: words.fields.value as string,
    code: '',
    wrong: '12',
    password: '',
  })
  const set = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value })
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label={words.fields.plain}
        hint={words.fields.hint}
        value={values.plain}
        onChange={set('plain')}
        autoComplete="off"
      />
      <TextField label={words.fields.filled} value={values.filled} onChange={set('filled')} autoComplete="off" />
      <CodeField label={signIn.code} hint={signIn.codeHint} value={values.code} onChange={set('code')} error={null} />
      <CodeField label={words.fields.wrong} value={values.wrong} onChange={set('wrong')} error={words.fields.error} />
      <PasswordField
        label={words.fields.password}
        showLabel={words.fields.show}
        hideLabel={words.fields.hide}
        value={values.password}
        onChange={set('password')}
        autoComplete="new-password"
      />
      <TextField label={words.fields.disabled} value="" onChange={nothing} disabled />
    </div>
  )
}

export function SearchDemo() {
  const [query, setQuery] = useState('')
  return <SearchField label={words.fields.search} value={query} onChange={setQuery} />
}

export function NoticeDemo() {
  const { emptyTitle, empty, emptyAction, error, card } = words.notices
  return (
    <>
      <Notice title={emptyTitle} lit={0} actions={<ButtonLink to="/history">{emptyAction}</ButtonLink>}>
        {empty}
      </Notice>
      <Notice lit={2}>{empty}</Notice>
      <ErrorNotice message={error} onRetry={nothing} />
      <Card className="p-4">{card}</Card>
    </>
  )
}

export function WaitingDemo() {
  return (
    <div className="flex items-center gap-6">
      <Mark size={56} waiting />
      <div className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-6 w-full" />
        <Skeleton className="size-10" />
      </div>
    </div>
  )
}

const LIT = [0, 1, 2, 3] as const

export function MarkDemo() {
  const [goals, setGoals] = useState(1)
  return (
    <>
      <div className="flex flex-wrap items-end gap-4">
        {LIT.map((lit) => (
          <Mark key={lit} size={48} lit={lit} />
        ))}
        <Crest name="FC Rive" id={11} size={48} />
        <Crest name="Stade Aval" id={12} size={40} />
        <Face name="Élie Roncevaux" id={901} size={48} />
        <Face name="Jô" id={904} size={40} />
      </div>
      <p className="max-w-40 text-lg font-bold">
        <ClubName name="Association sportive des Trois-Rivières-sur-Marne" />
      </p>
      <div className="relative h-24 overflow-hidden rounded-inner">
        <StandRows />
      </div>
      <div className="flex items-center gap-4">
        <span className="sr-only">{words.score}</span>
        <span className="figures text-3xl font-black">
          <Score score={goals} />
        </span>
        <Button onClick={() => setGoals(goals + 1)}>{words.goal}</Button>
      </div>
    </>
  )
}
