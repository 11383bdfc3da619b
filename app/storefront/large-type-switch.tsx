import { setLargeType, useLargeType } from '../browser/large-type.ts'

/** The switch for larger type, on every page and for the next visits. */
export function LargeTypeSwitch() {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-base">
      <input
        type="checkbox"
        checked={useLargeType()}
        onChange={(event) => setLargeType(event.target.checked)}
        className="size-5 accent-leaf"
      />
      Letra más grande
    </label>
  )
}
