import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings } from '../config.ts'

/** The end of the name of a backup that wasn't restored as a proof. */
export const UNPROVED_SUFFIX = '-sin-probar'
/** The end of the name of an encrypted backup, which is a file. */
export const ENCRYPTED_SUFFIX = '.tar.age'

/** A backup's name: its instant in UTC, such as `2026-11-22T03-10-00`. */
export const nameBackup = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-')

const NAME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3])-[0-5]\d-[0-5]\d(-sin-probar)?(\.tar\.age)?$/

/** The day of a backup, `YYYY-MM-DD` in UTC; undefined for any other name. */
function dayOf(name: string): string | undefined {
  const [, day] = NAME.exec(name) ?? []
  const time = Date.parse(`${day}T00:00:00Z`)
  return day && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined
}

/** The Monday of a day's week. */
function weekOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

/**
 * The backups to remove (docs/backups.md#backups): all except the newest backup of each of the last days, weeks and months that have one.
 * A proved backup is preferred to a newer unproved one. The newest backup and the newest proved one always stay. Other names are ignored.
 */
export function findExpired(names: string[], { days, weeks, months }: BackupSettings['keep']): string[] {
  const backups = names
    .flatMap((name) => {
      const day = dayOf(name)
      return day ? [{ name, day, proved: !name.includes(UNPROVED_SUFFIX) }] : []
    })
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
  const newest = (list: typeof backups) => list.find(({ proved }) => proved) ?? list[0]
  const kept = new Set([backups[0]?.name, newest(backups)?.name])
  const keep = (count: number, periodOf: (day: string) => string) => {
    const periods = Map.groupBy(backups, ({ day }) => periodOf(day))
    for (const list of [...periods.values()].slice(0, count)) kept.add(newest(list)?.name)
  }
  keep(days, (day) => day)
  keep(weeks, weekOf)
  keep(months, (day) => day.slice(0, 7))
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** Whether a name is an encrypted backup's. */
export const isEncrypted = (name: string) => name.endsWith(ENCRYPTED_SUFFIX) && dayOf(name) !== undefined

/** The names of a folder's entries that can be backups: folders and encrypted files. */
export async function listBackups(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => (entry.name.endsWith(ENCRYPTED_SUFFIX) ? entry.isFile() : entry.isDirectory()))
    .map(({ name }) => name)
}

/** Removes expired backups from their folder, and touches nothing else there. */
export async function removeExpired({ folder, keep }: Pick<BackupSettings, 'folder' | 'keep'>) {
  for (const name of findExpired(await listBackups(folder), keep)) {
    // Renamed first, so that an interrupted removal leaves nothing that looks like a backup.
    const doomed = join(folder, `${name}.part-removed`)
    await rename(join(folder, name), doomed)
    await rm(doomed, { recursive: true })
  }
}

/** Removes what a killed attempt left behind: unfinished folders and files of its name. */
export async function removeUnfinished(folder: string, attempt: string): Promise<void> {
  if (!dayOf(attempt)) return
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(attempt) && name.includes('.part-')))
    await rm(join(folder, name), { recursive: true, force: true })
}
