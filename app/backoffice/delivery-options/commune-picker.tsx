import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Commune, communeName, REGIONS, searchCommunes } from '#domain/communes.ts'
import { fold } from '#domain/text.ts'
import { Checkbox, FieldError } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'

/** The most communes that a search shows. */
const MAX_FOUND = 30

/**
 * The field of a zone's communes: the chosen communes, which can be removed, and below them the regions, or the communes and
 * regions that a search finds.
 *
 * @param taken the communes of other active zones, with the zone's name
 */
export function CommunePicker({
  ref,
  value,
  taken,
  error,
  onChange,
  onBlur,
}: {
  /** Focuses the search box. */
  ref: React.Ref<HTMLInputElement>
  value: readonly string[]
  taken: ReadonlyMap<string, string>
  error: string | undefined
  onChange: (codes: string[]) => void
  onBlur: () => void
}) {
  const id = useId()
  const [search, setSearch] = useState('')
  const [added, setAdded] = useState('')
  const chosen = new Set(value)
  const set = (codes: readonly string[], isChosen: boolean) => {
    onChange(
      isChosen ? [...new Set([...value, ...codes])].sort() : value.filter((code) => !codes.includes(code)),
    )
    setAdded('')
  }
  const found = search.trim() ? searchCommunes(search) : []
  const key = fold(search)
  const regions = REGIONS.filter(({ name }) => fold(name).includes(key))
  const isNothing = found.length + regions.length === 0

  /** The region of a commune, and the other active zone that has it. */
  const inWords = ({ code, region }: Commune) =>
    taken.has(code) ? `${region} · en la zona «${taken.get(code)}»` : region

  /** Enter takes the first commune that isn't chosen yet. */
  function takeFirst() {
    const first = found.find(({ code }) => !chosen.has(code))
    if (!first) return
    set([first.code], true)
    setAdded(`${first.name} agregada.`)
    setSearch('')
  }

  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" aria-describedby={`${id}-error`}>
      <legend className="mb-1.5 font-semibold text-sm">
        Comunas
        <span aria-hidden="true" className="text-coral">
          {' *'}
        </span>
      </legend>
      <ChosenCommunes value={value} taken={taken} onRemove={(codes) => set(codes, false)} searchId={id} />
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
        />
        <input
          ref={ref}
          id={id}
          type="search"
          aria-label="Buscar comuna o región"
          placeholder="Buscar comuna o región"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          enterKeyHint="enter"
          maxLength={60}
          value={search}
          onBlur={onBlur}
          onChange={({ target }) => {
            setSearch(target.value)
            setAdded('')
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') takeFirst()
            else if (event.key === 'Escape' && search) setSearch('')
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
          className="control pl-10"
        />
      </div>
      <p role="status" className="text-sm text-soft empty:hidden">
        {isNothing ? 'Ninguna comuna se llama así.' : added}
      </p>
      <FieldError id={`${id}-error`} error={error} />
      {!isNothing && (
        <ul
          aria-label={search.trim() ? 'Comunas encontradas' : 'Regiones'}
          className="max-h-72 overflow-y-auto overscroll-contain rounded-lg border border-line px-3 py-1"
        >
          {found.slice(0, MAX_FOUND).map((commune) => (
            <li key={commune.code}>
              <Checkbox
                checked={chosen.has(commune.code)}
                onChange={({ target }) => set([commune.code], target.checked)}
                label={<Named name={commune.name}>{inWords(commune)}</Named>}
              />
            </li>
          ))}
          {found.length > MAX_FOUND && (
            <li className="py-2 text-sm text-soft">{`Hay ${found.length - MAX_FOUND} más: sigue escribiendo.`}</li>
          )}
          {/* A region is chosen as a whole, without the communes of other zones. */}
          {regions.map(({ code, name, communes }) => {
            const codes = communes.map(({ code }) => code)
            const own = codes.filter((code) => chosen.has(code))
            const free = codes.filter((code) => !taken.has(code))
            const others = codes.filter((code) => taken.has(code) && !chosen.has(code)).length
            const isWhole = own.length > 0 && free.every((code) => chosen.has(code))
            return (
              <li key={code}>
                <Checkbox
                  ref={(box) => {
                    if (box) box.indeterminate = own.length > 0 && !isWhole
                  }}
                  checked={isWhole}
                  disabled={free.length + own.length === 0}
                  onChange={() => set(isWhole ? codes : free, !isWhole)}
                  label={
                    <Named name={name}>
                      {`${own.length} de ${codes.length} comunas${others > 0 ? ` · ${others} en otras zonas` : ''}`}
                    </Named>
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
    </fieldset>
  )
}

const Named = ({ name, children }: { name: string; children: string }) => (
  <span className="wrap-anywhere">
    {name}
    <span className="block text-sm text-soft tabular-nums">{children}</span>
  </span>
)

type Chip = { name: string; codes: string[]; isTaken: boolean }

/** The chosen communes; a whole region is one chip. */
function chipsOf(value: readonly string[], taken: ReadonlyMap<string, string>): Chip[] {
  return REGIONS.flatMap(({ name, communes }) => {
    const own = communes.map(({ code }) => code).filter((code) => value.includes(code))
    const isTaken = own.some((code) => taken.has(code))
    if (own.length === communes.length && !isTaken)
      return [{ name: `${name}, ${own.length} comunas`, codes: own, isTaken }]
    return own.map((code) => ({ name: communeName(code), codes: [code], isTaken: taken.has(code) }))
  })
}

/** The chosen communes, each as a button that removes it. After that the focus goes to the next button, or to the search box. */
function ChosenCommunes({
  value,
  taken,
  onRemove,
  searchId,
}: {
  value: readonly string[]
  taken: ReadonlyMap<string, string>
  onRemove: (codes: string[]) => void
  searchId: string
}) {
  const list = useRef<HTMLUListElement>(null)
  if (value.length === 0) return <p className="text-sm text-soft">Ninguna elegida.</p>

  function remove({ codes }: Chip, at: number) {
    flushSync(() => onRemove(codes))
    const buttons = list.current?.querySelectorAll('button')
    const next = buttons?.[Math.min(at, buttons.length - 1)] ?? document.getElementById(searchId)
    next?.focus()
  }

  return (
    <>
      <p className="text-sm text-soft tabular-nums">
        {value.length === 1 ? '1 elegida' : `${value.length} elegidas`}
      </p>
      <ul
        ref={list}
        aria-label="Comunas elegidas"
        className="flex max-h-40 flex-wrap gap-2 overflow-y-auto overscroll-contain p-1 pb-2"
      >
        {chipsOf(value, taken).map((chip, at) => (
          <li key={chip.name} className="min-w-0">
            <button
              type="button"
              onClick={() => remove(chip, at)}
              className={`inline-flex min-h-9 max-w-full items-center gap-1 rounded-full border bg-paper py-1 pr-2 pl-3 text-left text-sm hover:border-brand ${chip.isTaken ? 'border-coral text-coral' : 'border-line'}`}
            >
              <span className="sr-only">Quitar </span>
              <span className="wrap-anywhere min-w-0">{chip.name}</span>
              <Icon name="close" className="size-4 shrink-0" />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
