import { useEffect, useRef, useState } from 'react'
import { REQUIRED } from '#contract/messages.ts'
import { refusalOf } from '../api/server-failure.ts'
import { ModalButtons } from '../forms/modal-buttons.tsx'
import { useMounted } from '../forms/use-mounted.ts'
import { InputField } from '../ui/field.tsx'
import { notice } from '../ui/notice.tsx'
import { changePreferences } from './preferences.ts'

/** Asks for the name of a new saved view, in a modal. */
export function SaveViewForm({ list, query, onClose }: { list: string; query: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const mounted = useMounted()
  // The modal may have opened before this form was loaded.
  useEffect(() => input.current?.focus(), [])

  async function save(event: React.FormEvent) {
    event.preventDefault()
    if (saving) return
    if (!name.trim()) return setFailure(REQUIRED)
    setSaving(true)
    try {
      await changePreferences({ change: 'save-view', list, name, query })
      if (mounted.current) onClose()
    } catch (error) {
      const { message, issues } = await refusalOf(error)
      if (!mounted.current) return notice.error(message)
      setFailure(issues[0]?.message ?? message)
      setSaving(false)
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <p className="text-soft">La búsqueda y los filtros de ahora quedan a un clic, solo para ti.</p>
      <InputField
        label="Nombre"
        required
        ref={input}
        autoComplete="off"
        maxLength={40}
        placeholder="Por ejemplo: Sin existencias"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={failure}
      />
      <ModalButtons editing={false} saving={saving} onCancel={onClose} />
    </form>
  )
}
