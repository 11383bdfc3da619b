import { HONEYPOT_FIELD } from '#contract/requests.ts'

/**
 * A honeypot: a field that people neither see nor reach, so that only robots fill it in. Spread react-hook-form's
 * `register(HONEYPOT_FIELD)` on it.
 */
export function HoneypotField(props: React.ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Sitio web
        <input {...props} name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
