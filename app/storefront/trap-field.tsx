import { TRAP_FIELD } from '#contract/requests.ts'

/**
 * The trap for robots: out of sight and reach, so that what fills it in is none of us. Spread react-hook-form's
 * `register(TRAP_FIELD)` on it.
 */
export function TrapField(props: React.ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Sitio web
        <input {...props} name={TRAP_FIELD} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
