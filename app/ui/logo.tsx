import { store } from '#store'

/** The logo in the colour of the surrounding text: a pharmacy's cross with a leaf in its corner, and the name. */
export function Logo() {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <svg viewBox="0 0 40 40" className="size-9 shrink-0" aria-hidden="true">
        <rect width="40" height="40" rx="11" className="fill-panel" />
        <path d="M16 8h8v8h8v8h-8v8h-8v-8H8v-8h8z" className="fill-white" />
        <path d="M16 32v-8H8c0 5.5 2.5 8 8 8Z" className="fill-leaf" />
      </svg>
      <span className="truncate font-bold text-[clamp(1rem,6vw,1.25rem)] leading-7 tracking-tight">
        {store.name}
      </span>
    </span>
  )
}
