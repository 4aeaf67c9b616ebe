import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface Tab<Value extends string> {
  readonly value: Value
  readonly label: ReactNode
  /** Never shortens the label. */
  readonly whole?: boolean
}

interface TabsProps<Value extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Renders the tabs together with something else on their line, such as a search box. */
  readonly bar?: (tabs: ReactNode) => ReactNode
  /** Panel of the selected tab. */
  readonly children: ReactNode
}

/** A row of tabs over one panel. The panel is our own element: the library's reads animations at each render, which forces a layout. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, bar, children }: TabsProps<Value>) {
  const id = useId()
  const panel = `${id}panel`
  const list = (
    <Radix.List
      aria-label={label}
      className="flex min-w-0 flex-1 gap-1 rounded-card border border-line bg-surface p-[3px]"
    >
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          id={id + tab.value}
          aria-controls={panel}
          className={`target truncate rounded-inner px-2 @max-[17.65rem]:px-1 font-semibold text-quiet hover:bg-raised data-[state=active]:bg-raised data-[state=active]:text-text ${tab.whole ? 'flex-none' : 'min-w-0 flex-1'}`}
        >
          {tab.label}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((known) => known.value === next)
        if (tab !== undefined) onChange(tab.value)
      }}
    >
      {bar === undefined ? list : bar(list)}
      <div role="tabpanel" id={panel} aria-labelledby={id + value}>
        {children}
      </div>
    </Radix.Root>
  )
}
