import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'
import type { ImageStore } from './images/image-store.ts'

/** Everything that features depend on; always passed as an argument, never imported. */
export type Services = {
  config: Config
  database: Db
  /** A replica for visitors' reads, which may lag behind or be unavailable. */
  replica?: Db
  images: ImageStore
  /** Takes the lines of the log in place of the standard output. */
  logTo?: { write(line: string): void }
}
