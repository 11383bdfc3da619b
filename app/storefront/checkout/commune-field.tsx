import { useEffect, useId, useRef, useState } from 'react'
import { type Commune, communeName, findCommune, searchCommunes } from '#domain/communes.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { selectWhenFocused } from '../../ui/select-when-focused.ts'

const MAX_SHOWN = 7

/**
 * The commune of a delivery, found by its first letters, after the combobox pattern of ARIA 1.2: the focus stays in the box, arrows move
 * the choice, Enter takes it. A whole name needs no choice: it counts once the box is left.
 *
 * @param code the chosen commune, or an empty text
 */
export function CommuneField({
  code,
  isServed,
  error,
  onChoose,
  ref,
}: {
  code: string
  isServed: (commune: Commune) => boolean
  error: string | undefined
  onChoose: (code: string) => void
  ref: React.RefObject<HTMLInputElement | null>
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(communeName(code))
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const all = text.trim() ? searchCommunes(text) : []
  // Communes to which the pharmacy delivers come first.
  const found = [...all.filter(isServed), ...all.filter((commune) => !isServed(commune))].slice(0, MAX_SHOWN)
  const shown = open && found.length > 0

  useEffect(() => {
    if (code) setText(communeName(code))
  }, [code])
  useEffect(() => {
    if (shown) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [shown, active])

  function choose(commune: Commune) {
    setOpen(false)
    setText(commune.name)
    onChoose(commune.code)
  }

  function type(typed: string) {
    setText(typed)
    setActive(0)
    setOpen(true)
    if (code) onChoose('')
  }

  function press(event: React.KeyboardEvent) {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move && found.length > 0) {
      event.preventDefault()
      if (shown) setActive((active + move + found.length) % found.length)
      else setOpen(true)
    } else if (event.key === 'Enter') {
      // Enter takes the choice and must not send the form below.
      event.preventDefault()
      const choice = shown ? found[active] : undefined
      if (choice) choose(choice)
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
    }
  }

  function leave() {
    setOpen(false)
    const commune = code ? undefined : findCommune(text)
    if (commune) choose(commune)
  }

  return (
    <div className="relative">
      <Field
        label="Comuna"
        required
        error={error}
        hint={
          text.trim() && found.length === 0
            ? 'No encontramos esa comuna. Revisa cómo está escrita.'
            : undefined
        }
      >
        {(control) => (
          <div className="relative">
            <input
              {...control}
              ref={ref}
              role="combobox"
              aria-expanded={shown}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={shown ? `${id}-${active}` : undefined}
              aria-required
              autoComplete="off"
              placeholder="Escribe tu comuna"
              value={text}
              onChange={(event) => type(event.target.value)}
              onKeyDown={press}
              onFocus={selectWhenFocused}
              onBlur={leave}
              className="control pr-11"
            />
            <Icon
              name={code ? 'check' : 'search'}
              className={`pointer-events-none absolute top-3 right-3.5 size-5 ${code ? 'text-brand' : 'text-soft'}`}
            />
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {shown && (found.length === 1 ? '1 comuna' : `${found.length} comunas`)}
      </p>
      {shown && (
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label="Comunas"
          // The box must keep the focus.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-[4.75rem] right-0 left-0 z-20 grid max-h-80 overflow-y-auto rounded-lg border border-line bg-paper p-2 shadow"
        >
          {found.map((commune, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys.
            <div
              key={commune.code}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onClick={() => choose(commune)}
              className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-lg px-2 py-1 hover:bg-mint aria-selected:bg-mint"
            >
              <span className="font-semibold">{commune.name}</span>
              <span className="text-sm text-soft">{commune.region}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
