import { Link, useNavigate } from '@tanstack/react-router'
import { analysis as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { nameInAddress } from '@tribune/protocol/name-address.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/text-field.tsx'

const MAX_LENGTH = 100

/** Opens the analysis of the named player. */
export function NameForm({ name = '' }: { readonly name?: string }) {
  const navigate = useNavigate()
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const address = nameInAddress(text)
    if (address !== '') void navigate({ to: '/{$name}-analysis', params: { name: address } })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 wide:flex-row wide:items-start">
      <TextField
        className="min-w-0 flex-1"
        label={words.name}
        hint={words.hint}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        value={text}
        onChange={setText}
      />
      <Button type="submit" className="wide:mt-7">
        {words.find}
      </Button>
    </form>
  )
}

/** A player's name, leading to their analysis. */
export function NameLink({ id, name }: { readonly id: number; readonly name: string }) {
  return (
    <Link
      to="/{$name}-analysis"
      params={{ name: nameInAddress(name) }}
      search={{ player: id }}
      className="target flex items-center font-semibold underline"
    >
      <bdi>{name}</bdi>
    </Link>
  )
}
