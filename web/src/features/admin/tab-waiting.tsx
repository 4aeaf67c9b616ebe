import { Waiting } from '../../ui/waiting.tsx'

/** The loading state of a tab, as high as the screen: what is below the tabs comes into view only at its final place. */
export function TabWaiting() {
  return (
    <div className="min-h-dvh">
      <Waiting />
    </div>
  )
}
