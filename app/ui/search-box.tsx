import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import { selectWhenFocused } from './select-when-focused.ts'

/**
 * A search box that searches `delay` milliseconds after the last letter. Its text is its own state, so that a late answer never
 * removes a letter; a new `value` (Back, a cleared filter) replaces the text only without the focus.
 */
export function SearchBox({
  label,
  placeholder = label,
  name,
  value,
  onSearch,
  delay = 300,
  disabled = false,
  sendsForm = true,
  focusInModal = false,
  className = '',
}: {
  label: string
  placeholder?: string
  /** The name of the field, for a form that is sent before hydration. */
  name?: string
  value: string
  onSearch: (text: string) => void
  delay?: number
  disabled?: boolean
  /** False in a form with another purpose: Enter then only searches. */
  sendsForm?: boolean
  focusInModal?: boolean
  className?: string
}) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  // Back and Forward reset the text even while the box has the focus. The router may run before or after this listener.
  const reset = useEffectEvent(() => {
    clearTimeout(timer.current)
    input.current?.blur()
    setText(value)
  })
  useEffect(() => {
    window.addEventListener('popstate', reset)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('popstate', reset)
    }
  }, [])

  function search(next: string, wait: number) {
    clearTimeout(timer.current)
    if (next.trim() === value) return
    timer.current = setTimeout(() => onSearch(next.trim()), wait)
  }

  return (
    <search aria-label={label} className={`relative block min-w-0 ${className}`}>
      <Icon
        name="search"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-soft"
      />
      <input
        ref={input}
        type="search"
        name={name}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={100}
        disabled={disabled}
        enterKeyHint="search"
        data-autofocus={focusInModal || undefined}
        onFocus={selectWhenFocused}
        onChange={(event) => {
          setText(event.target.value)
          search(event.target.value, delay)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          if (!sendsForm) event.preventDefault()
          search(text, 0)
        }}
        className="control pl-10"
      />
    </search>
  )
}
