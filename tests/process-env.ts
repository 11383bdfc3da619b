import { join } from 'node:path'

/** The environment of every process that a test starts. Compiled code is kept between them, as it is with npm's scripts. */
export const PROCESS_ENV = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
}
