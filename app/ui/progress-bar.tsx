/** A progress bar. `value` is 0 to 1; without a value the end isn't known. */
export function ProgressBar({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <div className="grid gap-1.5">
      <p aria-live="polite" className="text-sm text-soft">
        {label}
      </p>
      <progress aria-label={label} value={value} max={1} className="bar" />
    </div>
  )
}
