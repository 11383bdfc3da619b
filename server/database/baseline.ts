/** The migration that creates all tables. It replaces the migrations 001 to 080 of earlier versions. */
export const BASELINE = '080-baseline'
export const LAST_REPLACED = '080-unavailable'

/** The names of applied migrations, with the baseline in place of the migrations that it replaces. */
export function withBaseline(names: string[]): string[] {
  if (!names.includes(LAST_REPLACED)) return names
  return [BASELINE, ...names.filter((name) => name > LAST_REPLACED)]
}

/** The last migration of a database or a backup that is older than the baseline; undefined for all others. */
export const lastBeforeBaseline = (names: string[]): string | undefined =>
  names.some((name) => name < BASELINE) ? names.at(-1) : undefined
