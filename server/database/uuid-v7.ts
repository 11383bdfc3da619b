import { randomUUID } from 'node:crypto'

/** An id that sorts by its millisecond, as uuid_v7() of the database makes them, for rows whose id is needed before they are written. */
export function uuidV7(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
