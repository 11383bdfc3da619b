import { changePreferences, usePreferences } from './preferences.ts'

const DENSITIES = { compact: 'Compacta', comfortable: 'Cómoda' } as const
type Density = keyof typeof DENSITIES

/** How close the rows of the back office's lists are, on all screens. */
export function DensitySelect() {
  const density =
    usePreferences().density ?? (matchMedia('(pointer: fine)').matches ? 'compact' : 'comfortable')
  return (
    <label className="flex items-center gap-2 text-sm text-soft as-card:hidden">
      Vista
      <select
        value={density}
        // A failure leaves the rows as they were.
        onChange={({ target }) =>
          changePreferences({ change: 'density', density: target.value as Density }).catch(() => undefined)
        }
        className="control min-h-10 w-32 py-1 pr-1 pl-2.5"
      >
        {Object.entries(DENSITIES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
