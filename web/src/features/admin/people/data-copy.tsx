import { people } from '@tribune/french/sentences/operator/people.ts'
import { Download } from 'lucide'
import { copyPersonData, type Person } from '../../../data/operator/people.ts'
import { canSave, saveFile, share } from '../../../lib/device/platform-sharing.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

const words = people.copy

/** Downloads all data stored about a fan, for a fan who asks for it and cannot sign in. */
export function DataCopy({ person: { id } }: { readonly person: Person }) {
  const { mutate, isPending } = useAct(copyPersonData, {
    done: () => words.done,
    onDone: (data) => handOut(new File([JSON.stringify(data)], words.fileName(id), { type: 'application/json' })),
  })
  return (
    <Section title={words.title} intro={words.intro}>
      <Button busy={isPending} onClick={() => mutate(id)}>
        <Icon of={Download} size={18} />
        {words.download}
      </Button>
    </Section>
  )
}

/** Saves a file, or shares it from the native app, which cannot save any. */
async function handOut(file: File): Promise<void> {
  if (canSave()) saveFile(file)
  else await share({ files: [file] })
}
