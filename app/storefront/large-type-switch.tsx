import { setLargeType, useLargeType } from '../browser/large-type.ts'
import { Icon } from '../ui/icons.tsx'

/** Turns larger type on and off, for every page and the next visits. */
export function LargeTypeSwitch() {
  const on = useLargeType()
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => setLargeType(!on)}
      className="group -ml-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 font-semibold text-base text-white hover:bg-white/10"
    >
      <span className="grid size-5 place-items-center rounded border border-current">
        {on && <Icon name="check" className="size-4" />}
      </span>
      Letra más grande
    </button>
  )
}
