import { useEffect, useRef, useState } from 'react'
import { Icon } from './icons.tsx'

/**
 * A search that waits until the person stops typing. It owns its text, so that an answer that arrives late never takes a
 * letter back; a new `value` from outside (Back, a cleared filter) is taken when nobody is typing.
 */
export function SearchBox({
  label,
  placeholder = label,
  name,
  value,
  onSearch,
  delay = 300,
  disabled = false,
  className = '',
}: {
  label: string
  placeholder?: string
  /** For a form that is sent before any script has run. */
  name?: string
  value: string
  onSearch: (text: string) => void
  delay?: number
  disabled?: boolean
  className?: string
}) {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const latest = useRef(value)

  useEffect(() => {
    latest.current = value
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  useEffect(() => {
    // Who goes back has stopped typing, wherever the focus is; the router may have been here before or come after.
    const leave = () => {
      clearTimeout(timer.current)
      input.current?.blur()
      setText(latest.current)
    }
    window.addEventListener('popstate', leave)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('popstate', leave)
    }
  }, [])

  function search(next: string, wait: number) {
    clearTimeout(timer.current)
    if (next.trim() === value) return
    timer.current = setTimeout(() => onSearch(next.trim()), wait)
  }

  return (
    <search className={`relative block min-w-0 ${className}`}>
      <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-soft" />
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
        onChange={(event) => {
          setText(event.target.value)
          search(event.target.value, delay)
        }}
        onKeyDown={(event) => event.key === 'Enter' && search(text, 0)}
        className="control pl-10"
      />
    </search>
  )
}
