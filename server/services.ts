import type { Config } from './config.ts'
import type { Db } from './database/schema.ts'
import type { ImageStore } from './images/image-store.ts'

/** What the features work with; passed in, never imported. */
export type Services = { config: Config; database: Db; images: ImageStore }
